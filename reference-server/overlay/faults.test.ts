// Shows for every fault one input on which the faulty peer differs from the healthy one, and that no fault is without such an input.
import {expect, test, vi} from 'vitest';
import {decodeBinary, decodeJson, encodeBinary, encodeJson} from './codec.ts';
import {overlayFaults} from './faults.ts';
import {livePeer} from './live.ts';
import type {MessageName} from './rules/message.ts';
import {makeOverlayRules, type OverlayRules} from './rules/overlay-rules.ts';
import {schemaFile} from './schema-file.ts';
import {patience} from './testee.ts';
import {readValueText, writeValueText} from './value-text.ts';

/** What a peer does with one input, as text; throws only where a real peer would die. */
type Act = (rules: OverlayRules) => string;

const decodes =
  (message: MessageName, ...inputs: string[]): Act =>
  rules =>
    inputs
      .map(hex => {
        const decoded = decodeBinary(rules, message, Buffer.from(hex, 'hex'));
        return decoded.kind === 'value' ? writeValueText(decoded.message) : 'reject';
      })
      .join(' then ');

/** Says that a real peer would die of the input, where decoding throws. */
const mayDieOf =
  (act: Act): Act =>
  rules => {
    try {
      return act(rules);
    } catch (thrown) {
      return `dies: ${String(thrown)}`;
    }
  };

const encodes =
  (message: MessageName, value: string): Act =>
  rules =>
    Buffer.from(encodeBinary(rules, readValueText(message, value))).toString('hex');

const readsJson =
  (message: MessageName, text: string): Act =>
  rules => {
    const decoded = decodeJson(rules, message, Buffer.from(text));
    return decoded.kind === 'value' ? writeValueText(decoded.message) : 'reject';
  };

const writesJson =
  (message: MessageName, value: string): Act =>
  rules =>
    Buffer.from(encodeJson(rules, readValueText(message, value))).toString();

const answers =
  (...inputs: string[]): Act =>
  rules => {
    const peer = livePeer({rules, as: 'auto'});
    const sender = {ip: 0x7f000001, port: 4242};
    return inputs.map(hex => JSON.stringify(peer(Buffer.from(hex, 'hex'), sender))).join(' then ');
  };

const publishes: Act = rules => schemaFile(rules).toString('latin1');

const group = (depth: number): string => '4b'.repeat(depth) + '4c'.repeat(depth);

/** Host 1 is at address 9 with port 2,000, and at address 7 with port 5. */
const toldTwo = '0803120f08011205080910d00f120408071005';

const inputs: Readonly<Record<string, Act>> = {
  'varint-max-5': decodes('OverlayPing', '10ffffffffffffffffff01'),
  'varint-unlimited': decodes('IpAndPort', '088080808080808080808001'),
  'varint-max-9': decodes('OverlayPing', '10ffffffffffffffffff01'),
  'truncated-varint-partial': decodes('IpAndPort', '0881'),
  'reject-nonminimal': decodes('IpAndPort', '088100'),
  'varint-high-first': decodes('IpAndPort', '08ac02'),
  'length-wide-crash': mayDieOf(decodes('OverlayMeta', '128280808080000805')),
  'varint-wide-crash': mayDieOf(decodes('OverlayMetaDetails', '18ffffffffffffffffff02')),
  'varint-ahead-of-others-cut': decodes('OverlayPing', `10ffffffff7f7a0a${'ab'.repeat(10)}`),
  'tag-any-length': decodes('OverlayMeta', '88808080808080800001'),
  'tag-truncated-to-32-bits': decodes('OverlayMeta', '888080801001'),
  'tag-one-byte': decodes('OverlayMeta', 'f87f01'),
  'field0-unknown': decodes('OverlayMeta', '0001'),
  'reserved-numbers-rejected': decodes('OverlayMeta', 'c0a30901'),
  'wire-type-6-accepted': decodes('OverlayMeta', '0e0801'),
  'wire-type-7-accepted': decodes('OverlayMeta', '0f0801'),
  'len-trunc32': decodes('OverlayMeta', '1282808080100801'),
  'len-signed32': decodes('OverlayMeta', '12ffffffff0f'),
  'len-clamp': decodes('OverlayMeta', '12050801'),
  'len-past-parent': decodes('OverlayMeta', '1202120408011002'),
  'len-max-16383': decodes('OverlayHandshake', `12808001${'ab'.repeat(16_384)}`),
  'skip-varint-unchecked': decodes('IpAndPort', 'f87f8080808080808080808001'),
  'skip-len-unchecked': decodes('IpAndPort', 'd2090561'),
  'skip-fixed-unchecked': decodes('OverlayMeta', 'cd09010203'),
  'unknown-rejected': decodes('OverlayMeta', 'd00901'),
  'unknown-ends-message': decodes('OverlayMeta', 'd009010801'),
  'groups-rejected': decodes('OverlayMeta', '4b4c'),
  'depth-10': decodes('OverlayMeta', group(32)),
  'depth-unlimited': decodes('OverlayMeta', group(101)),
  'group-eof-ok': decodes('OverlayMeta', '4b0801'),
  'group-mismatch-ok': decodes('OverlayMeta', '4b54'),
  'group-leaks': decodes('OverlayMeta', '4b08014c'),
  'group-closes-at-first-end': decodes('OverlayMeta', '4b4b4c08014c'),
  'end-group-stops': decodes('OverlayMeta', '08014c'),
  'stray-end-group-skipped': decodes('OverlayMeta', '4c0801'),
  'zero-tag-ends': decodes('OverlayPing', '080100'),
  'msg-replaced': decodes('OverlayMeta', '1202080112021802'),
  'merge-list-replaced': decodes('OverlayMeta', '1204120208011204120208 02'.replace(' ', '')),
  'first-scalar-wins': decodes('IpAndPort', '08010802'),
  'zero-does-not-overwrite': decodes('IpAndPort', '08010800'),
  'bytes-joined': decodes('OverlayHandshake', '120101120102'),
  'bytes-share-a-buffer': decodes(
    'OverlayHandshake',
    `0a8580020a818002${'11'.repeat(32_769)}12818002${'22'.repeat(32_769)}`,
  ),
  'empty-element-dropped': decodes('OverlayMetaDetails', '1200'),
  'empty-submessage-absent': decodes('OverlayMeta', '1200'),
  'rep-max-100': decodes('OverlayMetaDetails', '12020801'.repeat(101)),
  'rep-reversed': decodes('OverlayMetaDetails', '1202080112020802'),
  'rep-last-wins': decodes('OverlayMetaDetails', '1202080112020802'),
  'rep-deduplicated': decodes('OverlayMetaDetails', '1202080112020801'),
  'stops-after-last-field': decodes('OverlayMetaDetails', '18010802'),
  'order-required': decodes('OverlayMetaDetails', '18010802'),
  'empty-input-rejected': decodes('OverlayMeta', ''),
  'keeps-fields-of-the-previous-message': decodes('OverlayMetaDetails', '08071801', '1802'),
  'ends-after-a-pause': rules => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    const tooLate = patience(rules);
    now = 3_000;
    const [first, second] = [tooLate(), tooLate()];
    clock.mockRestore();
    return `${String(first)}, ${String(second)}`;
  },
  'refuses-all-after-a-refusal': decodes('IpAndPort', '0801', '08', '0801'),
  'cached-by-length': decodes('IpAndPort', '0801', '0802'),
  'each-256th-is-empty': decodes('IpAndPort', ...Array.from({length: 256}, () => '0801')),
  'wrongwt-error': decodes('OverlayMetaDetails', '0d07000000'),
  'wrongwt-desync': decodes('OverlayMetaDetails', '0d07188500'),
  'wrongwt-packed': decodes('OverlayMetaDetails', '1a0105'),
  'wrongwt-clears': decodes('OverlayMetaDetails', '18071a0105'),
  'meta-swapped': decodes('OverlayMeta', '0801'),
  'vpnip-counter-swapped': decodes('OverlayMetaDetails', '0801'),
  'ip-port-swapped': decodes('IpAndPort', '0801'),
  'ping-swapped': decodes('OverlayPing', '0801'),
  'details-hmac-swapped': decodes('OverlayHandshake', '120101'),
  'meta-details-numbered-3': decodes('OverlayMeta', '12020801'),
  'counter-numbered-4': decodes('OverlayMetaDetails', '1801'),
  'ping-time-numbered-3': decodes('OverlayPing', '1001'),
  'hmac-numbered-3': decodes('OverlayHandshake', '120101'),
  'index-swapped': decodes('OverlayHandshakeDetails', '1001'),
  'cookie-time-swapped': decodes('OverlayHandshakeDetails', '2001'),
  'u32-reject-wide': decodes('IpAndPort', '088180808010'),
  'u32-signed': decodes('IpAndPort', '08ffffffff0f'),
  'u32-saturates': decodes('IpAndPort', '088180808010'),
  'u32-keeps-64-bits': decodes('IpAndPort', '088180808010'),
  'ip-swapped': decodes('IpAndPort', '0881808050'),
  'port-16-bit': decodes('IpAndPort', '10f0a204'),
  'port-above-65535-rejected': decodes('IpAndPort', '10f0a204'),
  'enum-unsigned': decodes('OverlayMeta', '08ffffffffffffffffff01'),
  'enum-64bit': decodes('OverlayMeta', '088980808010'),
  'enum-unknown-reject': decodes('OverlayMeta', '080a'),
  'enum-closed': decodes('OverlayMeta', '080a'),
  'enum-one-byte': decodes('OverlayMeta', '08ac02'),
  'u64-32bit': decodes('OverlayPing', '108080808010'),
  'u64-double': decodes('OverlayPing', '108180808080808010'),
  'u64-63bit': decodes('OverlayPing', '10ffffffffffffffffff01'),
  'bytes-utf8-reject': decodes('OverlayHandshake', '1202a0ff'),
  'bytes-utf8-replaced': decodes('OverlayHandshake', '1202a0ff'),
  'bytes-latin1-trim': decodes('OverlayHandshake', '1203ab0020'),
  'enc-defaults': encodes('OverlayMeta', '{"Type":0}'),
  'enc-neg-5byte': encodes('OverlayMeta', '{"Type":-1}'),
  'enc-len-1byte': encodes('OverlayHandshake', `{"Hmac":"${'ab'.repeat(200)}"}`),
  // d0 09 01 = field 154, varint 1, inside the Details of a path check (Type 8).
  'enc-unknown-dropped': answers('08081203d00901'),
  'enc-empty-submessage-dropped': encodes('OverlayMeta', '{"Details":{}}'),
  'enc-u64-32bit': encodes('OverlayPing', '{"Time":"4294967297"}'),
  'enc-list-length-first-only': encodes('OverlayMetaDetails', '{"IpAndPorts":[{"Ip":1},{"Ip":2}]}'),
  'enc-nonminimal': encodes('IpAndPort', '{"Ip":1}'),
  'json-Counter': readsJson('OverlayMetaDetails', '{"counter":1}'),
  'json-lower-camel': readsJson('OverlayMetaDetails', '{"VpnIp":1}'),
  'json-defaults': writesJson('OverlayMeta', '{}'),
  'json-enum-number': writesJson('OverlayMeta', '{"Type":1}'),
  'json-enum-number-rejected': readsJson('OverlayMeta', '{"Type":1}'),
  'json-enum-unknown-name': readsJson('OverlayMeta', '{"Type":"Bogus"}'),
  'json-hex': writesJson('OverlayHandshake', '{"Hmac":"0102"}'),
  'json-unknown-key-ignored': readsJson('OverlayPing', '{"Version":1}'),
  'json-u64-number': writesJson('OverlayPing', '{"Time":"1"}'),
  'json-u32-wraps': readsJson('OverlayPing', '{"Time":"-1"}'),
  'json-urlsafe-rejected': readsJson('OverlayHandshake', '{"Hmac":"-_=="}'),
  'json-escaped-slash-rejected': readsJson('OverlayHandshake', '{"Hmac":"\\/\\/8="}'),
  'json-null-rejected': readsJson('OverlayMeta', '{"Type":null}'),
  'answers-ping-with-ping': answers('1005'),
  'answers-replies': answers('08011005'),
  'changes-time-in-the-reply': answers('1005'),
  'one-bad-message-kills-the-loop': answers('ff', '1005'),
  'answers-with-a-much-larger-message': answers('1005'),
  'whoami-says-loopback': answers('0806'),
  // Learn that host 1 is at address 9, then ask for host 1.
  'forgets-updates': answers('08031206080112020809', '080112020801'),
  'answers-for-another-host': answers('08031206080112020809', '080112020802'),
  'ignores-path-checks': answers('08081200'),
  'ignores-punch-requests': answers('08051200'),
  'handshake-loses-the-initiator': answers('0a021007'),
  'schema-of-proto2': publishes,
  'schema-of-another-package': publishes,
  'schema-with-version-in-handshake': publishes,
  'lookup-without-the-host': answers('080112020802'),
  'updates-add-up': answers('08031206080112020809', '08031206080112020807', '080112020801'),
  'learns-ten-bits-of-ports': answers(toldTwo, '080112020801'),
  'learns-addresses-backwards': answers(toldTwo, '080112020801'),
  'learns-each-address-with-the-next-port': answers(toldTwo, '080112020801'),
  'punches-only-named-addresses': answers('08051200'),
  'whoami-without-an-address': answers('0806'),
  'path-check-loses-the-counter': answers('080812021805'),
  'handshake-without-a-certificate': answers('0a021007'),
  'same-addresses-are-no-news': answers('080312080801120408091001', '080312080801120408091002', '080112020801'),
  'same-ports-are-no-news': answers('080312080801120408091001', '0803120808011204080a1001', '080112020801'),
  'fewer-addresses-are-no-news': answers('0803120a0801120208091202080a', '08031206080112020809', '080112020801'),
  'shorter-lists-keep-the-rest': answers('0803120a0801120208091202080a', '08031206080112020809', '080112020801'),
  'two-updates-count': answers('08031206080112020809', '08031206080112020808', '08031206080112020807', '080112020801'),
  'one-index-for-each-sender': answers('0a021007', '0a021008'),
  'same-ping-is-answered-once': answers('1005', '1005'),
  'whoami-is-answered-once': answers('0806', '0806'),
  'same-path-check-is-answered-once': answers('080812021805', '080812021805'),
  'same-punch-request-counts-once': answers('08051200', '08051200'),
  'sorts-addresses': answers(toldTwo, '080112020801'),
  'update-answers-the-lookup-again': answers('080112020801', toldTwo),
  'dies-of-a-port-above-65535': answers('0805120e0801120a08818080f80710f0a204'),
  'reads-1500-bytes': answers(`10057adc0b${'ab'.repeat(1_500)}`),
  'cookie-of-the-handshake-before': answers('0a0410072005', '0a021007'),
};

test.each(overlayFaults.map(fault => [fault.name, fault] as const))(
  '%s differs from the healthy peer',
  (name, fault) => {
    const act = inputs[name];
    if (act === undefined) throw new Error(`The fault ${name} has no input in this file that shows it.`);
    expect(act(makeOverlayRules([fault.patch]))).not.toBe(act(makeOverlayRules()));
  },
);

test('no input is left for a fault that does not exist', () => {
  const names = overlayFaults.map(fault => fault.name);
  expect(Object.keys(inputs).filter(name => !names.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test('a peer that follows groups to any depth dies on 20,000 of them', () => {
  const fault = overlayFaults.find(one => one.name === 'depth-unlimited');
  const rules = makeOverlayRules(fault ? [fault.patch] : []);
  expect(() => decodeBinary(rules, 'OverlayMeta', Buffer.from('4b'.repeat(20_000), 'hex'))).toThrow(RangeError);
});

test('two faults work together', () => {
  const patches = overlayFaults
    .filter(({name}) => ['index-swapped', 'cookie-time-swapped'].includes(name))
    .map(one => one.patch);
  const act = decodes('OverlayHandshakeDetails', '10012002');
  expect(act(makeOverlayRules(patches))).toBe('{"ResponderIndex":1,"Time":"2"}');
});
