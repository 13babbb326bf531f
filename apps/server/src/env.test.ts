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
