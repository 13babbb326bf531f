import { connect, type Socket } from 'node:net'

const scanLimit_ms = 30_000
const chunk_bytes = 64 * 1024
const answerLimit_bytes = 4096
const usualPort = 3310

/** One scan: length and bytes of each part, then a length of zero (clamd's INSTREAM). */
function sendFile(socket: Socket, bytes: Uint8Array): void {
  socket.write('zINSTREAM\0')
  for (let at = 0; at < bytes.byteLength; at += chunk_bytes) {
    const part = bytes.subarray(at, at + chunk_bytes)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(part.byteLength)
    socket.write(length)
    socket.write(part)
  }
  socket.write(Buffer.alloc(4))
}

/** What the server answers to a file: `stream: OK`, `stream: <name> FOUND` or an error. Throws if it does not answer. */
async function askScanner({ hostname, port }: URL, bytes: Uint8Array): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host, port: Number(port) || usualPort, signal: AbortSignal.timeout(scanLimit_ms) })
  try {
    sendFile(socket, bytes)
    let answer = ''
    for await (const part of socket) {
      answer += String(part)
      if (answer.includes('\0') || answer.length > answerLimit_bytes) break
    }
    return answer.replace(/\0.*$/s, '').trim()
  } finally {
    socket.destroy()
  }
}

/** The name of the virus that the scanner at this address finds in a file, or null. Throws if it has no such answer. */
export async function findVirus(url: string, bytes: Uint8Array): Promise<string | null> {
  const answer = await askScanner(new URL(url), bytes)
  if (answer === 'stream: OK') return null
  const [, name] = /^stream: (.+) FOUND$/.exec(answer) ?? []
  if (name === undefined) throw new Error(`the antivirus answered: ${answer.slice(0, 200)}`)
  return name
}
