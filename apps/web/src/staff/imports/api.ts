import {
  type ImportKind,
  importJob,
  importListItem,
  type UploadAnswer,
  uploadAnswer,
} from '@quincena/domain/imports/schema'
import { messageOf } from '@quincena/domain/messages'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useAttempt } from '../../lib/idempotency.ts'
import { keys } from '../../lib/keys.ts'
import { pageQuery, readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { saveFile } from '../../lib/save-file.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

export const pageSize = 5
/** Pause between polls while an import runs (ms). Events report its progress; polling covers lost events. */
const runningPause_ms = 2000

const paths: Record<ImportKind, string> = {
  users: '/auth/upload-users/',
  companies: '/company/upload-company',
}

/** The file and, for an import of users, the name of their company. */
export interface ImportFile {
  file: File
  company_name: string | null
}

function bodyOf({ file, company_name }: ImportFile): FormData {
  const body = new FormData()
  if (company_name !== null) body.set('company_name', company_name)
  body.set('excel_file', file)
  return body
}

/** Loads what the file would change, without changing it; cached for each file and company. */
export function previewQuery(kind: ImportKind, form: ImportFile | null) {
  const about = form === null ? null : [form.file.name, form.file.size, form.file.lastModified]
  return queryOptions({
    queryKey: keys.imports.preview(kind, about, form?.company_name ?? null),
    queryFn: ({ signal }): Promise<UploadAnswer> =>
      withErrorText(
        api.post(uploadAnswer, paths[kind], {
          query: { preview: 1 },
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

/** Uploads the file; the server imports its rows in the background. */
export function useStartImport(kind: ImportKind) {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (form: ImportFile): Promise<UploadAnswer> =>
      withErrorText(
        api.post(uploadAnswer, paths[kind], { body: bodyOf(form), attempt }),
        messageOf('import.unreadable'),
      ),
    onSuccess: useRefresh('import'),
  })
}

/** Loads a page of the user's own imports of a kind, newest first. */
export function importsQuery(kind: ImportKind, page: number) {
  const query = { kind, page, page_size: pageSize }
  return pageQuery(keys.imports.list, importListItem, { path: '/imports', query })
}

/** Loads the progress and the result of an import; polls until it has finished. */
export function importQuery(id: number) {
  return queryOptions({
    ...readQuery(keys.imports.detail(id), importJob, { path: `/imports/${id}` }),
    refetchInterval: ({ state }) => (state.data?.state === 'finished' ? false : runningPause_ms),
  })
}

const templates = {
  users: { path: '/imports/template/users', name: 'plantilla-usuarios.xlsx' },
  companies: { path: '/imports/template/company', name: 'plantilla-empresas.xlsx' },
} satisfies Record<ImportKind, { path: string; name: string }>

async function download(path: string, name: string): Promise<void> {
  const { blob } = await withErrorText(api.file('GET', path), 'No se pudo descargar el archivo.')
  saveFile(blob, name)
}

/** Downloads the empty template. */
export function useDownloadTemplate(kind: ImportKind) {
  const { path, name } = templates[kind]
  return useMutation({ mutationFn: () => download(path, name) })
}

/** Downloads the rejected rows of an import with their reasons. */
export function useDownloadRejected(id: number) {
  return useMutation({
    mutationFn: () => download(`/imports/${id}/rejected.xlsx`, `filas-rechazadas-${id}.xlsx`),
  })
}
