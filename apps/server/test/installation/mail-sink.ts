import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

interface KeptMail {
  to: string
  /** Headers and parts, with quoted-printable decoded. */
  text: string
}

/** A mail server that keeps all mails. */
export interface MailSink {
  url: string
  mails: readonly KeptMail[]
  close: () => void
}

const decode = (text: string) =>
  Buffer.from(
    text
      .replaceAll('=\r\n', '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

const answers: Record<string, string> = { DATA: '354 go on', QUIT: '221 bye' }

/** Speaks SMTP with one client. */
function answer(socket: Socket, keep: (mail: KeptMail) => void) {
  let [pending, to] = ['', '']
  let content: string[] | undefined
  const say = (line: string) => void socket.write(`${line}\r\n`)
  function takeContent(lines: string[], line: string) {
    if (line !== '.') return void lines.push(line)
    keep({ to, text: decode(lines.join('\r\n')) })
    content = undefined
    say('250 kept')
  }
  function takeCommand(line: string) {
    const word = line.slice(0, 4).toUpperCase()
    if (word === 'RCPT') to = /<(?<address>[^>]*)>/.exec(line)?.groups?.address ?? ''
    if (word === 'DATA') content = []
    say(answers[word] ?? '250 ok')
  }
  socket.setEncoding('latin1').on('error', () => undefined)
  socket.on('data', (bytes: string) => {
    const lines = (pending + bytes).split('\r\n')
    pending = lines.pop() ?? ''
    for (const line of lines) {
      if (content === undefined) takeCommand(line)
      else takeContent(content, line)
    }
  })
  say('220 sink')
}

/** Starts a mail server on loopback that takes every mail. */
export async function startMailSink(): Promise<MailSink> {
  const mails: KeptMail[] = []
  const server = createServer((socket) => answer(socket, (mail) => mails.push(mail))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => void server.close() }
}
