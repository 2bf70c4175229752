// A decoder with thirty planted bugs, each behind conditions on the value that was read. Which of them an input set off goes to a file.
import {appendFileSync} from 'node:fs';
import {decode as rightly} from '../fixtures/testees/protobufjs.mjs';

export const describe = {name: 'planted', version: '1', messages: []};

const log = process.env['PLANTED_LOG'] ?? '';
const set = new Set();

function bug(number) {
  if (set.has(number)) return;
  set.add(number);
  if (log !== '') appendFileSync(log, `${number}\n`);
}

export function decode(message, bytes) {
  const value = rightly(message, bytes);
  spoilers[message]?.(value);
  return value;
}

/** The numbers of a value as such, whatever the library gives. */
const number = held => Number(held ?? 0);
const long = held => BigInt(held === undefined || held === null ? 0 : held.toString());
const size = held =>
  held === undefined || held === null ? 0 : typeof held === 'string' ? held.length / 2 : held.length;
const byte = (held, at) => (typeof held === 'string' ? parseInt(held.slice(2 * at, 2 * at + 2), 16) : held[at]);

const spoilers = {
  OverlayMeta(value) {
    const details = value.Details;
    const type = number(value.Type);
    if (details === undefined || details === null) {
      if (type === 9001) {
        bug(1);
        value.Type = 0;
      }
      return;
    }
    const ports = details.IpAndPorts ?? [];
    const counter = number(details.counter);
    // A peer that announces itself behind a known relay.
    if (type === 5 && ports.length > 0) {
      if (number(ports[0].Port) === 51820) {
        bug(2);
        ports[0].Port = 4242;
      }
    }
    if (number(details.VpnIp) === 0xa9fea9fe) {
      bug(3);
      details.VpnIp = 0;
    }
    if (type === 1 && number(details.VpnIp) === 0x0a2a0001) {
      if (counter === 65_537) {
        bug(4);
        details.counter = 1;
      }
    }
    if (ports.length === 3) {
      if (number(ports[2].Port) === 0) {
        if (number(ports[1].Ip) === number(ports[0].Ip)) {
          bug(5);
          ports.pop();
        }
      }
    }
    // Moved host: the old address is dropped when the list wraps around.
    if (type === 3) {
      if (ports.length >= 4) {
        if (counter > 1_000_000) {
          bug(6);
          details.IpAndPorts = ports.slice(1);
        }
      }
    }
    if (counter === 0x7fff_fffe) {
      if (type === 2) {
        bug(7);
        details.counter = 0x7fff_ffff;
      }
    }
    if (ports.length === 17) {
      bug(8);
      ports.length = 16;
    }
    let sum = 0;
    for (const port of ports) sum += number(port.Port);
    if (sum === 99_999) {
      bug(9);
      details.counter = sum;
    }
    if (type === 7 && ports.length === 1 && number(ports[0].Ip) === number(details.VpnIp)) {
      if (counter % 1_000 === 77) {
        bug(10);
        ports[0].Ip = 1;
      }
    }
  },
  OverlayMetaDetails(value) {
    const ports = value.IpAndPorts ?? [];
    const vpn = number(value.VpnIp);
    if (vpn >>> 24 === 224) {
      if (ports.length === 2) {
        if (number(ports[0].Port) === 5353) {
          bug(11);
          value.VpnIp = 0;
        }
      }
    }
    if (vpn !== 0 && vpn === number(value.counter)) {
      if (vpn === 20_240_229) {
        bug(12);
        value.counter = 0;
      }
    }
    const descending = ports.every((port, at) => at === 0 || number(port.Port) < number(ports[at - 1].Port));
    if (descending && ports.length === 6) {
      bug(13);
      ports.reverse();
    }
    if (number(value.counter) === 3_735_928_559) {
      switch (ports.length) {
        case 0:
          bug(14);
          value.VpnIp = 7;
          break;
        case 1:
          bug(15);
          ports[0].Port = 7;
          break;
        default:
      }
    }
    if (((vpn ^ 0x5bd1e995) >>> 0) % 65_521 === 12_345) {
      bug(16);
      value.VpnIp = 0;
    }
  },
  IpAndPort(value) {
    const ip = number(value.Ip);
    const port = number(value.Port);
    if (port === 8_443) {
      if (ip >>> 16 === 0xc0a8) {
        bug(17);
        value.Port = 443;
      }
    }
    if (port > 65_535) {
      if (port % 65_536 === 22) {
        bug(18);
        value.Port = 22;
      }
    }
    if (ip === 2_130_706_433 && port === 0) {
      bug(19);
      value.Ip = 0;
    }
    if (ip === 16_909_060) {
      if (port === 5_060 || port === 5_061) {
        bug(20);
        value.Ip = 67_305_985;
      }
    }
  },
  OverlayPing(value) {
    const time = long(value.Time);
    const type = number(value.Type);
    if (time === 1_700_000_000_000n) {
      bug(21);
      value.Time = 0n;
    }
    if (type === 1 && time > 1n << 53n) {
      if ((time & 0xffffn) === 0xbeefn) {
        bug(22);
        value.Time = time - 1n;
      }
    }
    if (type === -40) {
      bug(23);
      value.Type = 40;
    }
    if (type === 4_096) {
      if (time === 86_400n) {
        bug(24);
        value.Type = 1;
      }
    }
  },
  OverlayHandshake(value) {
    const {Hmac: hmac, Details: details} = value;
    if (details === undefined || details === null) return;
    if (size(hmac) === 32) {
      if (byte(hmac, 0) === 0x80) {
        if (size(details.Cert) === 0) {
          bug(25);
          value.Hmac = new Uint8Array();
        }
      }
    }
    if (number(details.InitiatorIndex) === number(details.ResponderIndex)) {
      if (number(details.InitiatorIndex) === 424_242) {
        bug(26);
        details.ResponderIndex = 0;
      }
    }
  },
  OverlayHandshakeDetails(value) {
    const cert = value.Cert;
    if (size(cert) === 64) {
      if (byte(cert, 0) === 0x30) {
        if (byte(cert, 1) === 0x82) {
          bug(27);
          value.Cert = new Uint8Array();
        }
      }
    }
    if (size(cert) >= 4 && byte(cert, 0) === 0x4e && byte(cert, 1) === 0x45) {
      if (byte(cert, 2) === 0x42 && byte(cert, 3) === 0x31) {
        bug(28);
        value.Time = 1n;
      }
    }
    if (long(value.Cookie) === 0x1122_3344_5566_7788n) {
      if (number(value.InitiatorIndex) > 0) {
        bug(29);
        value.Cookie = 0n;
      }
    }
    if (long(value.Time) === 1n << 40n) {
      if (number(value.ResponderIndex) === 3) {
        if (size(cert) === 1) {
          bug(30);
          value.Time = 0n;
        }
      }
    }
  },
};
