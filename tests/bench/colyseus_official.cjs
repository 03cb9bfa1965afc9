// The rate of the official decoder on a capture: node colyseus_official.cjs PACKAGE CAPTURE
const fs = require('fs');
const { Reflection } = require(process.argv[2]);

/** The messages of a .colycap: handshake, full state, patches. */
function messagesOf(file) {
  const messages = [];
  for (let at = 16 + file.readUInt32LE(12); at < file.length;) {
    const size = file.readUInt32LE(at + 9);
    messages.push(new Uint8Array(file.subarray(at + 13, at + 13 + size)));
    at += 13 + size;
  }
  return messages;
}

const [handshake, ...states] = messagesOf(fs.readFileSync(process.argv[3]));
const bytes = states.reduce((sum, message) => sum + message.length, 0);
let best = Infinity;
for (let pass = 0; pass < 4; ++pass) {
  const decoder = Reflection.decode(handshake);
  const begin = process.hrtime.bigint();
  for (const message of states) decoder.decode(message);
  best = Math.min(best, Number(process.hrtime.bigint() - begin) / 1e9);
}
console.log(`official decoder: ${(bytes / best / 1e6).toFixed(1)} MB/s, best of four`);
