import { idText } from '@quincena/domain/fields'
import { loanLetters } from '@quincena/domain/letters/schema'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { contextOf, disconnectSignal } from '../../http/request.ts'
import { idParams, pdfRateLimit } from '../../http/route-parts.ts'
import { getNoDebtLetter, type LetterFile } from './commands/get-no-debt-letter.ts'
import { issueInterestCertificate } from './commands/issue-interest-certificate.ts'
import { listLoanLetters } from './queries/letters.ts'

const tags = ['documents']

const yearParams = idParams.extend({ year: idText.pipe(z.int().min(2000).max(9998)) })

const sendLetter = (reply: FastifyReply, { bytes, sha256, filename }: LetterFile) =>
  reply
    .type('application/pdf')
    .headers({
      etag: `"${sha256}"`,
      'cache-control': 'private, no-store',
      'content-disposition': `inline; filename="${filename}"`,
    })
    .send(Buffer.from(bytes))

/** Routes of sealed letters: a loan's no-debt letter, and the certificate of interest paid in a year. */
export function letterRoutes(app: App, deps: Deps) {
  app.get(
    '/loan/:id/no-debt-letter',
    allow('any', { tags, params: idParams }, { ...pdfRateLimit, views: 'loan' }),
    async (request, reply) => {
      const { user } = contextOf(request)
      return sendLetter(reply, await getNoDebtLetter(deps, { user, loan_id: request.params.id }))
    },
  )

  app.get(
    '/loan/:id/letters',
    allow('any', { tags, params: idParams, response: { 200: loanLetters } }, { views: 'loan' }),
    async (request) => {
      const { user } = contextOf(request)
      return { letters: await listLoanLetters(deps.db, { user, loan_id: request.params.id }) }
    },
  )

  app.get(
    '/auth/user/:id/interest-certificate/:year',
    allow('any', { tags, params: yearParams }, { ...pdfRateLimit, views: 'user' }),
    async (request, reply) => {
      const { id: user_id, year } = request.params
      const { user } = contextOf(request)
      const signal = disconnectSignal(reply)
      return sendLetter(reply, await issueInterestCertificate(deps, { user, user_id, year, signal }))
    },
  )
}
