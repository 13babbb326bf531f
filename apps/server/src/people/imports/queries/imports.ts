import { columnsOf } from '@quincena/domain/imports/rows'
import type {
  ImportJob,
  ImportKind,
  ImportListItem,
  importQuery,
  RejectedCell,
} from '@quincena/domain/imports/schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type CommandContext, isAdmin } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Db } from '../../../db/types.ts'
import { windowOf } from '../../../http/pagination.ts'
import { writeSpreadsheet } from '../../../spreadsheets/spreadsheet.ts'

const SHOWN_REJECTIONS = 500

function jobRows(db: Db) {
  return db
    .selectFrom('import_job as j')
    .leftJoin('company as c', 'c.id', 'j.company_id')
    .select(['j.id', 'j.kind', 'j.file_name', 'c.name as company_name', 'j.state', 'j.rows_total'])
    .select(['j.rows_done', 'j.created_count as created', 'j.updated_count as updated'])
    .select(['j.unchanged_count as unchanged', 'j.rejected_count', 'j.created_at', 'j.finished_at'])
}

/** The caller's own imports, newest first. */
export async function listImports(
  db: Db,
  { user }: CommandContext,
  input: z.output<typeof importQuery>,
): Promise<{ count: number; rows: ImportListItem[] }> {
  const { kind } = input
  const { limit, offset } = windowOf(input)
  const { count } = await db
    .selectFrom('import_job')
    .where('uploaded_by', '=', user.id)
    .$if(kind !== undefined, (all) => all.where('kind', '=', kind ?? 'users'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await jobRows(db)
    .where('j.uploaded_by', '=', user.id)
    .$if(kind !== undefined, (all) => all.where('j.kind', '=', kind ?? 'users'))
    .orderBy('j.created_at', 'desc')
    .orderBy('j.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { count, rows }
}

async function firstRejections(db: Db, job_id: number): Promise<RejectedCell[]> {
  const rows = await db
    .selectFrom('import_row')
    .select(['number', 'problems'])
    .where('job_id', '=', job_id)
    .where('outcome', '=', 'rejected')
    .orderBy('number')
    .limit(SHOWN_REJECTIONS)
    .execute()
  const cells = rows.flatMap(({ number, problems }) =>
    (problems ?? []).map((problem) => ({ row: number, ...problem })),
  )
  return cells.slice(0, SHOWN_REJECTIONS)
}

/**
 * Returns an import's progress and result to its user and to admins. Everybody else gets `import.not_found` (404), as
 * for an unknown id.
 */
export async function getImport(db: Db, { user }: CommandContext, id: number): Promise<ImportJob> {
  const job = await jobRows(db)
    .where('j.id', '=', id)
    .$if(!isAdmin(user), (all) => all.where('j.uploaded_by', '=', user.id))
    .executeTakeFirst()
  if (job === undefined) throw new AppError('import.not_found', 404)
  return { ...job, rejected: await firstRejections(db, id) }
}

/**
 * Finds a company's id by its name, ignoring accents and case. Throws `import.company_required` or
 * `import.company_ambiguous` (422).
 */
export async function companyNamed(db: Db, name: string | undefined): Promise<number> {
  const refuse = (code: 'import.company_required' | 'import.company_ambiguous') =>
    new AppError(code, 422, { fields: { company_name: code } })
  if (name === undefined || name.trim() === '') throw refuse('import.company_required')
  const matches = await db
    .selectFrom('company')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`searchable(name) = searchable(${name.trim()})`)
    .limit(2)
    .execute()
  const [company, another] = matches
  if (company === undefined) throw refuse('import.company_required')
  if (another !== undefined) throw refuse('import.company_ambiguous')
  return company.id
}

const READY_ROWS = 500

/** The template to fill in: text columns, and a sheet that explains each column. */
export function templateFile(kind: ImportKind): Uint8Array {
  const columns = columnsOf[kind].filter(({ field }) => field !== 'second_last_name')
  const empty = columns.map(() => '')
  return writeSpreadsheet([
    {
      name: kind === 'users' ? 'Usuarios' : 'Empresas',
      columns: columns.map(({ header }) => ({
        header,
        width: Math.max(14, header.length + 4),
      })),
      rows: Array.from({ length: READY_ROWS }, () => empty),
    },
    {
      name: 'Instrucciones',
      columns: [
        { header: 'Columna', width: 24 },
        { header: '¿Es obligatoria?', width: 18 },
        { header: 'Qué va en ella', width: 64 },
        { header: 'Ejemplo', width: 34 },
      ],
      rows: columns.map(({ header, required, note, example }) => [
        header,
        required ? 'Sí' : 'No',
        note,
        example,
      ]),
    },
  ])
}
