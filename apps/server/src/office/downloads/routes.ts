import { downloadQuery, downloadRow } from '@quincena/domain/downloads/schema'
import { statementQuery } from '@quincena/domain/letters/schema'
import { pageOf } from '@quincena/domain/page'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf, disconnectSignal } from '../../http/request.ts'
import { idParams, pdfRateLimit } from '../../http/route-parts.ts'
import { listDownloads } from './queries/downloads.ts'
import { getPeriodStatement } from './queries/period-statement.ts'
import { getStatement } from './queries/statement.ts'

const tags = ['documents']

/** Routes of a person's documents: their list, and a loan's statement as a PDF, of the whole loan or of a period. */
export function downloadRoutes(app: App, deps: Deps) {
  app.get(
    '/downloads',
    allow('any', { tags, querystring: downloadQuery, response: { 200: pageOf(downloadRow) } }),
    async (request) =>
      pageAnswer(request, await listDownloads(deps.db, contextOf(request).user, request.query)),
  )

  app.get(
    '/loan/:id/statement',
    allow('any', { tags, params: idParams, querystring: statementQuery }, { ...pdfRateLimit, views: 'loan' }),
    async (request, reply) => {
      const { from, to } = request.query
      const wanted = {
        user: contextOf(request).user,
        now: deps.clock(),
        hours: deps.stp.hours,
        lender: deps.brand.current().lender,
        loan_id: request.params.id,
        signal: disconnectSignal(reply),
      }
      const isPeriod = from !== undefined && to !== undefined
      const { bytes, filename } = await (isPeriod
        ? getPeriodStatement(deps, { ...wanted, from, to })
        : getStatement(deps, wanted))
      return reply
        .type('application/pdf')
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': `inline; filename="${filename}"`,
        })
        .send(Buffer.from(bytes))
    },
  )
}
