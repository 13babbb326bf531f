import type { Mail } from '../src/integrations/mail/mail.ts'
import type { TestContext } from './context.ts'

/** Sends the mails that wait, to the test instead of their addressees, and returns them. */
export async function takeMails(ctx: TestContext): Promise<Mail[]> {
  const mails: Mail[] = []
  const { mailer } = ctx.deps
  ctx.deps.mailer = {
    ...mailer,
    async send(mail) {
      mails.push(mail)
    },
  }
  try {
    await ctx.drain(['send-mail'])
  } finally {
    ctx.deps.mailer = mailer
  }
  return mails
}
