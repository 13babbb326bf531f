import { createHash } from 'node:crypto'
import { type StatementColumns, statementColumns } from '@quincena/domain/bank-statements/columns'
import {
  bankStatement,
  explanationBody,
  rejectedQuery,
  rejectedRow,
  STATEMENT_LIMIT_BYTES,
  type StatementPreview,
  statementQuery,
  statementUpload,
  statementUploadQuery,
} from '@quincena/domain/bank-statements/schema'
import { pageOf } from '@quincena/domain/page'
import { ownerAnswer, ownerBody } from '@quincena/domain/treasury/owner'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../command/errors.ts'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { readParts } from '../../http/multipart.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf, disconnectSignal } from '../../http/request.ts'
import { idParams, nothing } from '../../http/route-parts.ts'
import { createWorkbookSender } from '../../spreadsheets/export/send-book.ts'
import { createConcurrencyLimit } from '../../workers/concurrency-limit.ts'
import { getBankAccount, requireOpenAccount } from '../bank-accounts/queries/bank-accounts.ts'
import { explainLine, giveLine, removeExplanation } from './commands/explain-line.ts'
import { startStatement } from './commands/start-statement.ts'
import { getStatement, listRejectedRows, listStatements, writeRejectedRows } from './queries/statements.ts'
import { readStatement } from './rules/read-statement.ts'
import type { ReadStatement } from './rules/read-thread.ts'

/** The chosen columns of the form, as JSON; null if the person chose none yet. */
function parseColumns(text: string | undefined): StatementColumns | null {
  if (text === undefined || text === '') return null
  try {
    return statementColumns.parse(JSON.parse(text))
  } catch {
    throw new AppError('statement.columns_wrong', 422, { fields: { columns: 'statement.columns_wrong' } })
  }
}

/** The file and the columns of an upload. Throws `import.file_missing` (422), `import.too_large` (413) at `file`. */
async function readUpload(deps: Deps, request: FastifyRequest) {
  const { fields, file } = await readParts(deps, request, STATEMENT_LIMIT_BYTES)
  if (file === undefined)
    throw new AppError('import.file_missing', 422, { fields: { file: 'import.file_missing' } })
  if (file.is_cut) throw new AppError('import.too_large', 413, { fields: { file: 'import.too_large' } })
  return { name: file.name, bytes: file.bytes, chosen: parseColumns(fields.columns) }
}

/** What the screen shows of a read file before it is stored. */
function previewOf({ shown, rejected, batches: _, ...file }: ReadStatement): StatementPreview {
  return {
    ...file,
    rows: shown.map(({ number: row, cells, line, problems }) => ({
      ...{ row, cells, problems, day: line?.day ?? null, description: line?.description ?? '' },
      ...{ reference: line?.reference ?? '', amount: line?.amount ?? null, balance: line?.balance ?? null },
    })),
    rejected: rejected.flatMap(({ number: row, problems }) =>
      problems.map((problem) => ({ row, ...problem })),
    ),
  }
}

/** Throws 422 with the problem at each field (`columns.date`) unless the file can be read with its columns. */
function requireGoodColumns({ column_problems }: ReadStatement) {
  const texts = Object.entries(column_problems).map(([field, text]) => [`columns.${field}`, [text]])
  if (texts.length > 0)
    throw new AppError('statement.columns_wrong', 422, { texts: Object.fromEntries(texts) })
}

function lineRoutes(app: App, deps: Deps) {
  const tags = ['treasury']
  app.post(
    '/treasury/bank-lines/:id/explain',
    allow('staff', { tags, params: idParams, body: explanationBody, response: { 204: nothing } }),
    async (request) => {
      await explainLine(deps, contextOf(request), { ...request.body, id: request.params.id })
      return null
    },
  )
  app.delete(
    '/treasury/bank-lines/:id/explain',
    allow('staff', { tags, params: idParams, response: { 204: nothing } }),
    async (request) => {
      await removeExplanation(deps, contextOf(request), request.params.id)
      return null
    },
  )
  app.put(
    '/treasury/bank-lines/:id/owner',
    allow('staff', { tags, params: idParams, body: ownerBody, response: { 200: ownerAnswer } }),
    (request) => giveLine(deps, contextOf(request), { ...request.body, id: request.params.id }),
  )
}

/** Routes of bank statements: preview, upload, progress, rejected rows, and what a line is if it is no payment. */
export function statementRoutes(app: App, deps: Deps): void {
  const tags = ['treasury']
  const inPlace = createConcurrencyLimit()
  const sendBook = createWorkbookSender(deps)
  app.post(
    '/treasury/bank-accounts/:id/statements',
    allow('staff', {
      ...{ tags, params: idParams, consumes: ['multipart/form-data'] },
      ...{ querystring: statementUploadQuery, response: { 200: statementUpload } },
    }),
    (request, reply) =>
      inPlace(async () => {
        const context = contextOf(request)
        const account = await requireOpenAccount(deps.db, request.params.id)
        const upload = await readUpload(deps, request)
        const wish = { ...upload, remembered: account.statement_columns }
        const file = await readStatement(wish, disconnectSignal(reply))
        if (['1', 'true'].includes(request.query.preview ?? '0'))
          return { preview: previewOf(file), statement: null }
        requireGoodColumns(file)
        const hash = createHash('sha256').update(upload.bytes).update(JSON.stringify(file.columns))
        const file_sha256 = hash.digest()
        if (context.idempotency !== undefined) context.idempotency.body_sha256 = file_sha256
        const bank_account_id = account.id
        const file_name = upload.name.slice(-200)
        const { id } = await startStatement(deps, context, { bank_account_id, file_name, file_sha256, file })
        return { preview: null, statement: await getStatement(deps.db, id) }
      }),
  )
  app.get(
    '/treasury/bank-accounts/:id/statements',
    allow('staff', {
      ...{ tags, params: idParams, querystring: statementQuery },
      response: { 200: pageOf(bankStatement) },
    }),
    async (request) => {
      const bank_account_id = request.params.id
      await getBankAccount(deps.db, bank_account_id)
      const scope = { ...request.query, bank_account_id }
      return pageAnswer(request, await listStatements(deps.db, scope))
    },
  )
  app.get(
    '/treasury/bank-statements/:id',
    allow('staff', { tags, params: idParams, response: { 200: bankStatement } }),
    (request) => getStatement(deps.db, request.params.id),
  )
  app.get(
    '/treasury/bank-statements/:id/rejected',
    allow('staff', {
      ...{ tags, params: idParams, querystring: rejectedQuery },
      response: { 200: pageOf(rejectedRow) },
    }),
    async (request) => {
      const { id } = await getStatement(deps.db, request.params.id)
      return pageAnswer(request, await listRejectedRows(deps.db, { ...request.query, statement_id: id }))
    },
  )
  app.get(
    '/treasury/bank-statements/:id/rejected.xlsx',
    allow('staff', { tags, params: idParams }),
    async (request, reply) => {
      const { id } = await getStatement(deps.db, request.params.id)
      const name = `estado-de-cuenta-rechazadas-${id}`
      return sendBook(reply, { name, write: (snapshot) => writeRejectedRows(snapshot, id) })
    },
  )
  lineRoutes(app, deps)
}
