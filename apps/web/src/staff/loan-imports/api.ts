import {
  type BalanceKind,
  loanDocumentsAnswer,
  loanImport,
  loanImportPreview,
  loanImportRequested,
  reconciledLoan,
} from '@quincena/domain/loan-imports/schema'
import { messageOf } from '@quincena/domain/messages'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useAttempt } from '../../lib/idempotency.ts'
import { keys } from '../../lib/keys.ts'
import { pageQuery, readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { saveFile } from '../../lib/save-file.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

export const pageSize = 10
/** Pause between polls while an import runs (ms). */
const runningPause_ms = 2000

/** The workbook and what the admin says of its balances. */
export interface LoanBookForm {
  file: File
  cut_off_day: string
  balance_kind: BalanceKind
  /** Pesos, as typed. */
  difference_limit: string
  accepts_differences: boolean
}

function bodyOf({ file, ...fields }: LoanBookForm): FormData {
  const body = new FormData()
  for (const [field, value] of Object.entries(fields)) body.set(field, String(value))
  body.set('file', file)
  return body
}

/** Loads what a workbook would do; nothing is written. */
export function loanPreviewQuery(form: LoanBookForm | null) {
  const { file, ...fields } = form ?? {}
  const about = [file?.name, file?.size, file?.lastModified, fields]
  return queryOptions({
    queryKey: keys.loanImports.preview(about),
    queryFn: ({ signal }) =>
      withErrorText(
        api.post(loanImportPreview, '/loan-imports/preview', {
          body: form === null ? undefined : bodyOf(form),
          signal,
        }),
        messageOf('import.unreadable'),
      ),
    enabled: form !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Asks a second person to import a workbook. */
export function useRequestLoanImport() {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (form: LoanBookForm) =>
      api.post(loanImportRequested, '/loan-imports', { body: bodyOf(form), attempt }),
    onSuccess: useRefresh('import', 'approval'),
  })
}

/** Loads a page of the imports of loans, newest first. */
export const loanImportsQuery = (page: number) =>
  pageQuery(keys.loanImports.list, loanImport, {
    path: '/loan-imports',
    query: { page, page_size: pageSize },
  })

/** Loads an import; polls while its job runs. */
export const loanImportQuery = (id: number) =>
  queryOptions({
    ...readQuery(keys.loanImports.detail(id), loanImport, { path: `/loan-imports/${id}` }),
    refetchInterval: ({ state }) => (state.data?.state === 'approved' ? runningPause_ms : false),
  })

/** Loads the loans of an import with the largest differences. */
export const reconciledQuery = (id: number) =>
  pageQuery((query) => keys.loanImports.loans(id, query), reconciledLoan, {
    path: `/loan-imports/${id}/loans`,
    query: { page: 1, page_size: 100 },
  })

async function download(path: string, name: string): Promise<void> {
  const { blob } = await withErrorText(api.file('GET', path), 'No se pudo descargar el archivo.')
  saveFile(blob, name)
}

/** Downloads the workbook to fill in. */
export const useDownloadLoanTemplate = () =>
  useMutation({ mutationFn: () => download('/loan-imports/template.xlsx', 'plantilla-prestamos.xlsx') })

/** Downloads the reconciliation of an import. */
export const useDownloadReconciliation = (id: number) =>
  useMutation({
    mutationFn: () =>
      download(`/loan-imports/${id}/reconciliation.xlsx`, `conciliacion-prestamos-${id}.xlsx`),
  })

/** Adds PDFs of the former system to imported loans, or only checks them. */
export function useSendDocuments() {
  return useMutation({
    mutationFn: ({ file, is_preview }: { file: File; is_preview: boolean }) => {
      const body = new FormData()
      body.set('file', file)
      const query = is_preview ? { preview: 1 } : {}
      return withErrorText(
        api.post(loanDocumentsAnswer, '/loan-imports/documents', { body, query }),
        messageOf('import.unreadable'),
      )
    },
    onSuccess: useRefresh('document'),
  })
}
