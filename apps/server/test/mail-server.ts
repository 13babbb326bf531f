import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A mail server without TLS that takes every mail and delivers none. */
export interface MailServer {
  port: number
  /** The Message-ID of each mail that it took, in order. */
  taken: string[]
  close: () => void
}

const answers: Record<string, string> = { EHLO: '250 sink', DATA: '354 go on', QUIT: '221 bye' }

export async function startMailServer(): Promise<MailServer> {
  const taken: string[] = []
  const sockets = new Set<Socket>()

  function serve(socket: Socket) {
    sockets.add(socket)
    let received = ''
    let is_content = false
    const answer = (line: string) => socket.write(`${line}\r\n`)
    function takeContent(end: number) {
      taken.push(/^Message-ID: (.+)$/im.exec(received.slice(0, end))?.[1]?.trim() ?? 'none')
      received = received.slice(end + '\r\n.\r\n'.length)
      is_content = false
      answer('250 taken')
    }
    function takeLine(end: number) {
      const verb = received.slice(0, 4).toUpperCase()
      received = received.slice(end + '\r\n'.length)
      is_content = verb === 'DATA'
      answer(answers[verb] ?? '250 ok')
    }
    /** Takes one line or one mail; false if it has not arrived whole. */
    function takeNext(): boolean {
      const end = received.indexOf(is_content ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return false
      if (is_content) takeContent(end)
      else takeLine(end)
      return true
    }
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      while (takeNext());
    })
    answer('220 sink')
  }

  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { port: typeof address === 'object' && address !== null ? address.port : 0, taken, close }
}
