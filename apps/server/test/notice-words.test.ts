import { readFileSync } from 'node:fs'
import { deliveryOf } from '@quincena/domain/notifications/channels'
import { NOTICE_TEXTS } from '@quincena/domain/texts/notice-names'
import { beforeAll, expect, test } from 'vitest'
import { signingCodeMail } from '../src/lending/signing-codes/notices.ts'
import { codeMail } from '../src/people/auth/commands/confirm-email.ts'
import { linkMail } from '../src/people/auth/commands/mail-link.ts'
import { answerMail } from '../src/people/privacy-requests/notices.ts'
import { addressMail } from '../src/people/users/notices.ts'
import { createTestContext, type TestContext } from './context.ts'
import { noticeScenarios } from './notice-scenarios.ts'

/**
 * The words that the code of before wrote, kept as it gave them: those of the texts that come with the program are the
 * same. Texts that came later stand beside them. A new version of a shipped text changes nothing here, because this reads
 * version 1.0. Of eleven notices that code showed private data on a locked phone; there `push` says nothing private.
 */
const golden: Record<string, object> = JSON.parse(
  readFileSync(new URL('notice-words.json', import.meta.url), 'utf8'),
)

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

test.each(noticeScenarios)(
  'a notice of %s has the words of version 1',
  (name, { words, reason_key, figures = [] }) => {
    const filled = ctx.deps.texts.write(words)
    const { title, message, locked, subject, preheader, mail: paragraphs, short_message } = filled
    const { mail_key, message_key } = deliveryOf(reason_key)
    expect({
      ...{ title, message, figures, push: locked ?? message },
      mail: mail_key === null ? null : { subject, preheader, paragraphs },
      sms: message_key === null ? null : short_message,
    }).toEqual(golden[name])
  },
)

test('every text of a notice has a scenario or a mail of its own', () => {
  const person = { email: 'ana@ejemplo.mx', first_name: 'Ana' }
  const { deps } = ctx
  const mails = {
    invitation: linkMail(deps, { person, kind: 'invitation', url: 'https://q.mx' }),
    'password reset': linkMail(deps, { person, kind: 'reset', url: 'https://q.mx' }),
    'email code': codeMail(deps, { ...person, code: '482915' }),
    'signing code': signingCodeMail(deps, { first_name: 'Ana', code: '482915' }),
    'old address': addressMail(deps, person),
    'privacy answer': answerMail(deps, {
      ...{ user_name: 'Ana Ruiz', folio: 'ARCO-000012', answer: 'Corregimos tu domicilio.' },
    }),
  }
  for (const [name, { subject, preheader, paragraphs, closing = [] }] of Object.entries(mails))
    expect({ subject, preheader, paragraphs, closing }).toEqual(golden[name])
  const used = new Set(noticeScenarios.map(([, { words }]) => words.document))
  const alone = NOTICE_TEXTS.filter((document) => !used.has(document))
  expect(alone).toHaveLength(Object.keys(mails).length)
  expect(Object.keys(golden)).toHaveLength(noticeScenarios.length + Object.keys(mails).length)
})
