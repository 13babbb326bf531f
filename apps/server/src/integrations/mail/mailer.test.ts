import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { readEnv } from '../../env.ts'
import { openMailer } from './mailer.ts'

const env = readEnv({ DEMO: '1', MAIL_FROM: 'Quincena <hola@quincena.mx>' })

/** A mail server without STARTTLS; keeps what callers wrote. */
async function openPlainServer() {
  const received: string[] = []
  const answers: Record<string, string> = {
    EHLO: '250 plain',
    STAR: '502 no',
    DATA: '354 go',
    QUIT: '221 bye',
  }
  const server = createServer((socket) => {
    socket.write('220 plain\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      const text = bytes.toString()
      received.push(text)
      const isText = received.some((line) => line.startsWith('DATA')) && !text.startsWith('QUIT')
      if (isText && !text.startsWith('DATA'))
        return void (text.endsWith('\r\n.\r\n') && socket.write('250 ok\r\n'))
      socket.write(`${answers[text.slice(0, 4).trim()] ?? '250 ok'}\r\n`)
    })
  }).listen(0)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { received, url: `smtp://127.0.0.1:${port}`, close: () => server.close() }
}

const mail = {
  ...{ to: 'ana@empresa.mx', subject: 'Tu enlace', preheader: 'Vale una hora.' },
  paragraphs: ['https://app.prestamos.mx/secreto'],
}

test('hands no mail to another machine without TLS, and takes it on this machine', async () => {
  const server = await openPlainServer()
  const mailer = (smtp_tls: boolean) => openMailer({ ...env, smtp_url: server.url, smtp_tls })
  await expect(mailer(true).send(mail)).rejects.toMatchObject({ command: 'STARTTLS' })
  expect(server.received.join('')).not.toMatch(/MAIL FROM|secreto/)
  await mailer(false).send(mail)
  expect(server.received.join('')).toContain('secreto')
  server.close()
})
