import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { makeStaff, signIn } from '../../test/factories.ts'
import { smallPdf } from '../../test/small-pdf.ts'

let ctx: TestContext
let headers: Record<string, string>

beforeAll(async () => {
  ctx = await createTestContext()
  headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
})

const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n%PDF-1.7\r\n'
const field = '--b\r\ncontent-disposition: form-data; name="filename"\r\n\r\nINE\r\n'
const broken = [
  { what: 'no part', type: 'boundary=b', payload: 'garbage' },
  { what: 'a file without an end', type: 'boundary=b', payload: part },
  { what: 'a field without an end', type: 'boundary=b', payload: field },
  { what: 'half a head of a part', type: 'boundary=b', payload: '--b\r\ncontent-dispo' },
  { what: 'no boundary', type: '', payload: `${part}--b--\r\n` },
  { what: 'an endless boundary', type: `boundary=${'b'.repeat(300)}`, payload: part },
]
const calls = [
  ['POST', '/documents/'],
  ['POST', '/auth/upload-users'],
  ['POST', '/company/upload-company'],
  ['PUT', '/auth/picture'],
  ['POST', '/loan/payment-vouchers'],
  ['POST', '/treasury/cash-movements/files'],
] as const

test.each(broken)('rejects a form with $what with 400 in every upload', async ({ type, payload }) => {
  const sent = { ...headers, 'content-type': `multipart/form-data; ${type}` }
  for (const [method, path] of calls) {
    const answer = await ctx.app.inject({ method, url: `${ctx.api}${path}`, headers: sent, payload })
    expect([path, answer.statusCode, answer.json().code]).toEqual([path, 400, 'request.unreadable'])
    expect(answer.headers['content-type']).toContain('application/problem+json')
  }
})

test('takes a file without a file name', async () => {
  const disposition = 'content-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream'
  const start = Buffer.from(`--b\r\n${disposition}\r\n\r\n`)
  const payload = Buffer.concat([start, smallPdf(), Buffer.from('\r\n--b--\r\n')])
  for (const path of ['/loan/payment-vouchers', '/treasury/cash-movements/files']) {
    const sent = { ...headers, 'content-type': 'multipart/form-data; boundary=b' }
    const answer = await ctx.app.inject({ method: 'POST', url: `${ctx.api}${path}`, headers: sent, payload })
    expect([path, answer.statusCode, answer.json().file_name]).toEqual([path, 201, 'archivo'])
  }
  for (const [method, path] of calls) {
    const sent = { ...headers, 'content-type': 'multipart/form-data; boundary=b' }
    const answer = await ctx.app.inject({ method, url: `${ctx.api}${path}`, headers: sent, payload })
    expect([path, answer.statusCode < 500]).toEqual([path, true])
  }
})
