import { mailSamples, sentSample } from '@quincena/domain/mails/schema'
import { z } from 'zod'
import { AppError } from '../../command/errors.ts'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { sendMailPage } from '../../http/mail-page.ts'
import { contextOf } from '../../http/request.ts'
import { renderMail, siteOf } from '../../integrations/mail/layout.ts'
import { senderOf } from '../../integrations/mail/mailer.ts'
import { mailBrandOf } from '../../platform/brand/queries/mail-brand.ts'
import { sendSample } from './commands.ts'
import { findSample, listSamples } from './queries.ts'

const params = z.object({ kind: z.string().max(40) })

/** Routes with which admins read every kind of mail with sample data, and send one to themselves. */
export function mailSampleRoutes(app: App, deps: Deps) {
  const tags = ['process']
  const readSender = async () => senderOf(await mailBrandOf(deps.brand), siteOf(deps.env))
  app.get('/mails', allow('admin', { tags, response: { 200: mailSamples } }), async () => {
    const sender = await readSender()
    return listSamples(deps).map(({ kind, group, occasion, mail, message }) => {
      const { subject, text } = renderMail(mail, sender)
      return { kind, group, occasion, subject, preheader: mail.preheader, text, message }
    })
  })
  app.get('/mails/:kind/html', allow('admin', { tags, params }), async (request, reply) => {
    const sample = findSample(deps, request.params.kind)
    if (sample === undefined) throw new AppError('mail.unknown', 404)
    return sendMailPage(reply, renderMail(sample.mail, await readSender()).html)
  })
  app.post(
    '/mails/:kind/send',
    allow(
      'admin',
      { tags, params, response: { 200: sentSample } },
      { rateLimit: { max: 20, timeWindow: '1 minute' } },
    ),
    (request) => sendSample(deps, contextOf(request), request.params.kind),
  )
}
