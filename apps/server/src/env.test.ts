import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const outside = { DATABASE_URL: 'postgres://localhost/quincena', DEMO: '0' }
const queryUrl = (source: Record<string, string>) => readEnv({ ...outside, ...source }).stp.query_url

test('the queries have paths of their own: of the address of the orders they take the host alone', () => {
  expect(queryUrl({ STP_URL: 'https://prod.stpmex.com/speiws/rest' })).toBe('https://prod.stpmex.com')
  expect(queryUrl({ STP_URL: 'http://127.0.0.1:7002' })).toBe('http://127.0.0.1:7002')
  const STP_QUERY_URL = 'https://efws-dev.stpmex.com/efws/API'
  expect(queryUrl({ STP_URL: 'https://demo.stpmex.com:7024/speiws/rest', STP_QUERY_URL })).toBe(STP_QUERY_URL)
})

test('without demo data and without STP the server does not start', () => {
  expect(() => readEnv(outside)).toThrow('Set STP_URL')
})

test('push goes to this machine beside demo data alone; its services learn the address that mails come from', () => {
  const STP_URL = 'https://prod.stpmex.com/speiws/rest'
  expect(() => readEnv({ ...outside, STP_URL, PUSH_ALLOW_LOCAL: '1' })).toThrow('PUSH_ALLOW_LOCAL')
  const plain = { allow_local: false, subject: 'mailto:hola@quincena.mx' }
  expect(readEnv({ ...outside, STP_URL }).push).toEqual(plain)
  const MAIL_FROM = 'avisos@prestamos.mx'
  expect(readEnv({ ...outside, STP_URL, MAIL_FROM }).push.subject).toBe('mailto:avisos@prestamos.mx')
})
