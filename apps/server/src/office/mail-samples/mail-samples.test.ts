import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, signIn } from '../../../test/factories.ts'
import { takeMails } from '../../../test/mails.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

const enter = async () => {
  const admin = await makeStaff(ctx, 'U0')
  const headers = await signIn(ctx, admin)
  const call = (method: 'GET' | 'POST', path: string) =>
    ctx.app.inject({ method, url: `${ctx.api}/mails${path}`, headers })
  return { admin, call }
}

test('no subject and no preheader has a name, amount, folio or account', async () => {
  const { call } = await enter()
  const samples: { kind: string; subject: string; preheader: string; message: string | null }[] = (
    await call('GET', '')
  ).json()
  expect(samples.length).toBeGreaterThan(20)
  for (const { kind, subject, preheader, message } of samples) {
    expect([kind, subject]).toEqual([kind, expect.not.stringMatching(/[\d$]|Ana|Ruiz|Banamex|ARCO-/)])
    if (kind !== 'email-code')
      expect([kind, preheader]).toEqual([kind, expect.not.stringMatching(/\$|\d{3}|Ana|Ruiz|Banamex/)])
    expect(message ?? '').not.toMatch(/[\d$]|Ana|Ruiz/)
  }
})

test('shows a sample as HTML that runs nothing, in frames of this app only', async () => {
  const { call } = await enter()
  const answer = await call('GET', '/paid/html')
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.headers['x-frame-options']).toBe('SAMEORIGIN')
  expect(answer.headers['origin-agent-cluster']).toBeUndefined()
  expect(answer.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'unsafe-inline'; .*sandbox/,
  )
  expect(answer.body).toContain('$1,121.40')
  expect((await call('GET', '/none/html')).json().code).toBe('mail.unknown')
})

test('sends a sample to the admin who asks; 502 if the mail server refuses', async () => {
  const { admin, call } = await enter()
  await takeMails(ctx)
  const { mailer } = ctx.deps
  const sent: string[] = []
  ctx.deps.mailer = { ...mailer, send: async ({ to }) => void sent.push(to) }
  expect((await call('POST', '/paid/send')).json()).toEqual({ to: admin.email })
  ctx.deps.mailer = { ...mailer, send: () => Promise.reject(new Error('no')) }
  const refused = await call('POST', '/paid/send')
  ctx.deps.mailer = mailer
  expect([refused.statusCode, refused.json().code]).toEqual([502, 'mail.not_sent'])
  expect(sent).toEqual([admin.email])
})
