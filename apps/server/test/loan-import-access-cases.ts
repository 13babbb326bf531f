import { type AccessCase, at } from './access-case.ts'
import { formOf } from './access-records/people.ts'
import type { World } from './access-world.ts'
import { loanBook, loanImportFields } from './loan-book.ts'
import { smallPdf } from './small-pdf.ts'

const imports = '/loan-imports'

const importForm = async ({ records, own }: World) => {
  const bytes = loanBook(await records.loanBook())
  return formOf({ name: `prestamos-${own.id}.xlsx`, bytes }, loanImportFields)
}

/** Cases of the routes of the import of loans. */
export const loanImportAccessCases: Record<string, AccessCase> = {
  'GET /loan-imports': { url: at(imports), ok: 200 },
  'GET /loan-imports/template.xlsx': { url: at(`${imports}/template.xlsx`), ok: 200 },
  'POST /loan-imports/preview': { url: at(`${imports}/preview`), payload: importForm, ok: 200 },
  'POST /loan-imports': { url: at(imports), payload: importForm, ok: 202 },
  'POST /loan-imports/documents': {
    url: at(`${imports}/documents`),
    payload: () => formOf({ name: 'NADIE-1.pdf', bytes: smallPdf() }),
    ok: 200,
  },
  'GET /loan-imports/{id}': {
    url: async ({ records }) => `${imports}/${(await records.loanImport()).id}`,
    ok: 200,
  },
  'GET /loan-imports/{id}/loans': {
    url: async ({ records }) => `${imports}/${(await records.loanImport()).id}/loans`,
    ok: 200,
  },
  'GET /loan-imports/{id}/reconciliation.xlsx': {
    url: async ({ records }) => `${imports}/${(await records.loanImport()).id}/reconciliation.xlsx`,
    ok: 200,
  },
}
