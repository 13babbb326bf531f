import { createServer, type Socket } from 'node:net'

/** The text that antivirus programs report as a virus by agreement (EICAR), in two parts so that no program reports us. */
export const testVirus = `${'X5O!P%@AP[4\\PZX54(P^)7CC)7}$'}EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`

/** Reads one scan as clamd does; null until it is complete. Throws if its parts are not framed as clamd's protocol says. */
function readScan(received: Buffer): Buffer | null {
  const command = 'zINSTREAM\0'
  if (received.length < command.length) return null
  if (received.toString('latin1', 0, command.length) !== command) throw new Error('not a scan')
  const parts: Buffer[] = []
  let at = command.length
  while (received.length >= at + 4) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    if (received.length < at + 4 + length) return null
    parts.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

/** Answers scans at this port by clamd's protocol (INSTREAM): EICAR's text is a virus, files above 2 MB are refused. */
export async function startScanner() {
  const scanned: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    let received = Buffer.alloc(0)
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part])
      const file = readScan(received)
      if (file === null) return
      scanned.push(file)
      const isVirus = file.includes(testVirus)
      const answer = file.length > 2 * 1024 * 1024 ? 'INSTREAM size limit exceeded. ERROR' : 'stream: OK'
      socket.end(`${isVirus ? 'stream: Eicar-Test-Signature FOUND' : answer}\0`)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const stop = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => {
      server.close(resolve)
    })
  }
  return { url: `tcp://127.0.0.1:${port}`, scanned, stop }
}
