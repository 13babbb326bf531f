import { isNoticeText } from '@quincena/domain/texts/notice-names'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import { beforeAll, expect, test, vi } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeActiveLoan } from '../../../test/loans.ts'
import { notify } from '../../platform/notifications/commands/notify.ts'
import { getInForce } from './queries/versions.ts'

let ctx: TestContext
let headers: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
})

const call = (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) =>
  ctx.app.inject({ method, url: `${ctx.api}${url}`, headers, ...(payload && { payload }) })

/** Publishes another title of a notice from a day on. */
async function publishTitle(title: string, version: string, effective_date: string) {
  const { content } = await getInForce(ctx.deps.db, { document: 'notice_balance', day: '2026-11-20' })
  await call('PUT', '/texts/notice_balance/draft', { ...content, title, summary: 'Otro título.' })
  const answer = await call('POST', '/texts/notice_balance/publish', { version, effective_date })
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
}

const words = wordsOf('notice_balance', { amount: 25_000 })
const titleNow = () => ctx.deps.texts.write(words).title

test('a new version is written from its day on in every process, and what was stored keeps its words', async () => {
  const worker = await makeWorker(ctx)
  const store = (id: number) =>
    ctx.deps.db
      .transaction()
      .execute((trx) =>
        notify(ctx.deps, trx, { recipient_id: worker.id, words, reason_key: `balance:${id}:credited` }),
      )
  await store(1)
  await publishTitle('Hay dinero tuyo', '1.1', '2026-11-20')
  await vi.waitFor(() => expect(titleNow()).toBe('Hay dinero tuyo'))
  await publishTitle('Mañana será otro', '1.2', '2026-11-21')
  await store(2)
  ctx.setNow('2026-11-21T06:00:00Z')
  await vi.waitFor(() => expect(titleNow()).toBe('Mañana será otro'))
  ctx.setNow('2026-11-20T16:00:00Z')
  const rows = await ctx.deps.db
    .selectFrom('notification')
    .select(['title', 'locked_text'])
    .where('recipient_id', '=', worker.id)
    .orderBy('id')
    .execute()
  const locked_text = 'Entra a la app para ver cuánto.'
  expect(rows).toEqual([
    { title: 'Tienes saldo a favor', locked_text },
    { title: 'Hay dinero tuyo', locked_text },
  ])
  const mails = await ctx.deps.db.selectFrom('notice_delivery').select('words').orderBy('id').execute()
  expect(mails[0]?.words).toEqual({
    ...{ subject: 'Cambió tu saldo a favor', preheader: locked_text, closing: [] },
    paragraphs: ['Recibimos $250.00 que son tuyos y están en tu saldo a favor.'],
  })
})

test('refuses personal data in a subject at its place', async () => {
  const { content } = await getInForce(ctx.deps.db, { document: 'notice_sent', day: '2026-11-20' })
  const sections = content.sections.map((section) =>
    section.heading === 'Asunto del correo'
      ? { ...section, paragraphs: [{ text: 'Van {amount}' }] }
      : section,
  )
  const answer = await call('PUT', '/texts/notice_sent/draft', { ...content, sections })
  expect([answer.statusCode, answer.json().errors]).toEqual([
    422,
    { 'sections.2.paragraphs.0': [expect.stringContaining('no puede ir en el asunto')] },
  ])
})

test('lists the notices for admins, and nobody reads one as a legal text', async () => {
  const { documents } = (await call('GET', '/texts')).json()
  const notices = documents.filter(({ document }: { document: string }) => isNoticeText(document))
  expect(notices).toHaveLength(49)
  expect((await call('GET', '/legal/notice_sent')).statusCode).toBe(404)
})

test('after the first payout a notice needs two people', async () => {
  await makeActiveLoan(ctx)
  const { content } = await getInForce(ctx.deps.db, { document: 'notice_paid', day: '2026-11-20' })
  await call('PUT', '/texts/notice_paid/draft', { ...content, title: 'Pagaste', summary: 'Otro título.' })
  const body = { version: '1.1', effective_date: '2026-11-20' }
  expect((await call('POST', '/texts/notice_paid/publish', body)).statusCode).toBe(202)
})
