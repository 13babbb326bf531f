import { once } from 'node:events'
import { createServer } from 'node:net'
import { DEFAULT_COLORS } from '@quincena/domain/brand/colors'
import { expect, test } from 'vitest'
import { readEnv } from '../../env.ts'
import type { Mail } from './mail.ts'
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

const brand = { lender: env.lender, colors: DEFAULT_COLORS }
const readBrand = async () => brand

const mail = {
  ...{ to: 'ana@empresa.mx', subject: 'Tu enlace', preheader: 'Vale una hora.' },
  paragraphs: ['https://app.prestamos.mx/secreto'],
}

test('hands no mail to another machine without TLS, and takes it on this machine', async () => {
  const server = await openPlainServer()
  const mailer = (smtp_tls: boolean) => openMailer({ ...env, smtp_url: server.url, smtp_tls }, readBrand)
  await expect(mailer(true).send(mail)).rejects.toMatchObject({ command: 'STARTTLS' })
  expect(server.received.join('')).not.toMatch(/MAIL FROM|secreto/)
  await mailer(false).send(mail)
  expect(server.received.join('')).toContain('secreto')
  server.close()
})

/** Sends one mail by SMTP and returns what the server got. */
async function sendOne(change: Partial<Mail> & { from?: string }) {
  const server = await openPlainServer()
  const { from = env.mail_from, ...rest } = change
  const mailer = openMailer({ ...env, mail_from: from, smtp_url: server.url, smtp_tls: false }, readBrand)
  await mailer.send({ ...mail, ...rest })
  mailer.close()
  server.close()
  return server.received.join('')
}

/** The text of a quoted-printable body. */
const decode = (body: string) =>
  Buffer.from(
    body
      .replaceAll('=\r\n', '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

test('a long link arrives whole in text and HTML, and no line is longer than mail servers take', async () => {
  const url = `https://app.prestamos.mx/quincena/auth/contrasena#token=${'A1b2-_='.repeat(40)}`
  const received = await sendOne({ button: { label: 'Abrir', url } })
  const content = decode(received)
  expect(content).toContain(`Abrir:\r\n${url}\r\n`)
  expect(content).toContain(`href="${url}"`)
  expect(Math.max(...received.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998)
  expect(received).toMatch(/multipart\/alternative/)
})

test('answers go to the lender, and every attempt has the same Message-ID', async () => {
  const received = await sendOne({ key: 'notice-5-1' })
  expect(received).toContain('From: Quincena <hola@quincena.mx>\r\n')
  expect(received).toContain(`Reply-To: ${env.lender.email}\r\n`)
  expect(received).toContain('Message-ID: <notice-5-1@quincena.mx>\r\n')
  expect(received).toContain('Auto-Submitted: auto-generated\r\n')
})

test('line breaks in data begin no header and add no recipient', async () => {
  const received = await sendOne({
    to: 'ana@empresa.mx\r\nBcc: otro@atacante.mx',
    subject: 'Hola\r\nBcc: otro@atacante.mx',
    greeting: 'Ana\r\n.\r\nMAIL FROM:<x@x.mx>',
  }).catch((error: Error) => error.message)
  expect(received).not.toMatch(/^(Bcc|RCPT TO:<otro)/im)
  expect(received.match(/^RCPT TO/gm) ?? []).toHaveLength(received.includes('RCPT TO') ? 1 : 0)
})

test('several addresses are not several recipients', async () => {
  const received = await sendOne({ to: 'ana@empresa.mx, otro@atacante.mx' }).catch(String)
  expect(received).not.toContain('RCPT TO:<otro@atacante.mx>')
})
