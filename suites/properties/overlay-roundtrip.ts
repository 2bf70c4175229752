// Any value of each message survives: our bytes read by the decoder under test, and its bytes read by us.
import type {JsonObject} from '../../model/json.ts';
import type {OverlayMessage} from '../../model/peer.ts';
import {property, type AnyProperty} from '../../model/property.ts';
import {normalizeValue} from '../../runner/overlay/value-text.ts';
import {writeValue} from '../../runner/overlay/message-writer.ts';
import {overlayValue} from './common/overlay-arbitraries.ts';
import {checkRead, checkWritten} from './common/overlay-checks.ts';

export {largeIsRead, largeIsWritten, largeJsonIsRead, largeJsonIsWritten} from './common/overlay-sizes.ts';

/** Runs of one law: some hundred meet every edge of the generators several times. */
const runs = {runs: 200, floor: 100};

export const metaIsRead = decoding('OverlayMeta', 'OV-META', 'meta-is-read');
export const detailsAreRead = decoding('OverlayMetaDetails', 'OV-DETAILS', 'details-are-read');
export const addressIsRead = decoding('IpAndPort', 'OV-IPANDPORT', 'address-is-read');
export const pingIsRead = decoding('OverlayPing', 'OV-PING', 'ping-is-read');
export const handshakeIsRead = decoding('OverlayHandshake', 'OV-HANDSHAKE', 'handshake-is-read');
export const handshakeDetailsAreRead = decoding(
  'OverlayHandshakeDetails',
  'OV-HS-DETAILS',
  'handshake-details-are-read',
);

export const metaIsWritten = encoding('OverlayMeta', 'OV-META', 'meta-is-written');
export const detailsAreWritten = encoding('OverlayMetaDetails', 'OV-DETAILS', 'details-are-written');
export const addressIsWritten = encoding('IpAndPort', 'OV-IPANDPORT', 'address-is-written');
export const pingIsWritten = encoding('OverlayPing', 'OV-PING', 'ping-is-written');
export const handshakeIsWritten = encoding('OverlayHandshake', 'OV-HANDSHAKE', 'handshake-is-written');
export const handshakeDetailsAreWritten = encoding(
  'OverlayHandshakeDetails',
  'OV-HS-DETAILS',
  'handshake-details-are-written',
);

function decoding(message: OverlayMessage, requirement: string, id: string): AnyProperty {
  return property<JsonObject>({
    id,
    title: `decoding our bytes of any ${message} gives its value`,
    proves: [requirement, 'OV-WIRE'],
    area: 'overlay-codec',
    ...runs,
    input: overlayValue(message),
    check: async (world, value) => {
      const expected = normalizeValue(message, value);
      await checkRead(world, {message, bytes: writeValue(message, expected), expected}, {form: 'binary', requirement});
    },
  });
}

function encoding(message: OverlayMessage, requirement: string, id: string): AnyProperty {
  return property<JsonObject>({
    id,
    title: `the bytes of any ${message} that the peer encodes hold its value`,
    proves: [requirement, 'OV-WIRE'],
    area: 'overlay-codec',
    needs: ['encode'],
    ...runs,
    input: overlayValue(message),
    check: (world, value) => checkWritten(world, message, value, {form: 'binary', requirement}),
  });
}
