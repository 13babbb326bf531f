import type { BankAccountBody } from '@quincena/domain/bank-accounts/schema'
import { bankAccount, bankAccountBody } from '@quincena/domain/bank-accounts/schema'
import type { StatementColumns } from '@quincena/domain/bank-statements/columns'
import {
  bankLine,
  bankPayment,
  bankStatement,
  type explanationBody,
  matchBody,
  matchSuggestion,
  rejectedRow,
  statementUpload,
} from '@quincena/domain/bank-statements/schema'
import { messageOf } from '@quincena/domain/messages'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api, noContent } from '../../lib/api.ts'
import { useAttempt } from '../../lib/idempotency.ts'
import { keys } from '../../lib/keys.ts'
import { pageQuery, readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { saveFile } from '../../lib/save-file.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

/** Adds an account of the lender, or changes the one with this id. */
export function useSaveAccount(id: number | null) {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (account: BankAccountBody) => {
      const body = z.encode(bankAccountBody, account)
      const call =
        id === null
          ? api.post(bankAccount, '/treasury/bank-accounts', { body, attempt })
          : api.put(bankAccount, `/treasury/bank-accounts/${id}`, { body })
      return withErrorText(call, 'No se pudo guardar la cuenta.')
    },
    onSuccess: useRefresh('bank'),
  })
}

const accountSteps = {
  default: 'No se pudo cambiar la cuenta predeterminada.',
  close: 'No se pudo cerrar la cuenta.',
} as const

/** Makes an account the default one, or closes it. */
export const useAccountStep = (step: keyof typeof accountSteps) =>
  useMutation({
    mutationFn: (id: number) =>
      withErrorText(api.post(bankAccount, `/treasury/bank-accounts/${id}/${step}`), accountSteps[step]),
    onSettled: useRefresh('bank'),
  })

/** Loads a page of an account's lines. */
export const linesQuery = (query: Record<string, string | number | undefined>) =>
  pageQuery(keys.banks.lines, bankLine, { path: '/treasury/bank-lines', query })

/** Loads a line with its payments. */
export const lineQuery = (id: number) =>
  readQuery(keys.banks.line(id), bankLine, { path: `/treasury/bank-lines/${id}` })

/** Loads a page of the payments that no line shows. */
export const openPaymentsQuery = (query: Record<string, string | number | undefined>) =>
  pageQuery(keys.banks.payments, bankPayment, { path: '/treasury/open-payments', query })

const suggestions = z.object({ results: z.array(matchSuggestion) })

/** Loads the payments that a line may have brought, with reasons. */
export const suggestionsQuery = (line: number) =>
  readQuery(keys.banks.suggestions(line), suggestions, { path: `/treasury/bank-lines/${line}/suggestions` })

/** A statement's file and its columns; null while the server suggests them. */
export interface StatementForm {
  account: number
  file: File
  columns: StatementColumns | null
}

function sendStatement(
  { account, file, columns }: StatementForm,
  options: Omit<NonNullable<Parameters<typeof api.post>[2]>, 'body'>,
) {
  const body = new FormData()
  if (columns !== null) body.set('columns', JSON.stringify(columns))
  body.set('file', file)
  const call = api.post(statementUpload, `/treasury/bank-accounts/${account}/statements`, {
    ...options,
    body,
  })
  return withErrorText(call, messageOf('import.unreadable'))
}

/** Reads the first rows of a file with the columns, without storing it; the last preview stays while a new one loads. */
export function statementPreviewQuery(form: StatementForm | null) {
  const about = form === null ? null : [form.file.name, form.file.size, form.file.lastModified]
  return queryOptions({
    queryKey: keys.banks.preview(form?.account ?? null, about, form?.columns ?? null),
    queryFn: async ({ signal }) => {
      if (form === null) return null
      return (await sendStatement(form, { query: { preview: 1 }, signal })).preview
    },
    enabled: form !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Uploads a statement; the server takes its lines in the background. */
export function useUploadStatement() {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (form: StatementForm) => sendStatement(form, { attempt }),
    onSuccess: useRefresh('bank'),
  })
}

/** Pause between polls while a statement is read (ms). Events report its progress; polling covers lost events. */
const runningPause_ms = 2000

/** Loads the progress and the result of a statement; polls until it is finished. */
export const statementQuery = (id: number) =>
  queryOptions({
    ...readQuery(keys.banks.statement(id), bankStatement, { path: `/treasury/bank-statements/${id}` }),
    refetchInterval: ({ state }) => (state.data?.state === 'finished' ? false : runningPause_ms),
  })

/** Loads a page of an account's statements, newest first. */
export const statementsQuery = (account: number, query: { page: number; page_size: number }) =>
  pageQuery((page) => keys.banks.statements(account, page), bankStatement, {
    ...{ path: `/treasury/bank-accounts/${account}/statements`, query },
  })

/** Loads a page of the rows of a statement that could not be read. */
export const rejectedQuery = (statement: number, query: { page: number; page_size: number }) =>
  pageQuery((page) => keys.banks.rejected(statement, page), rejectedRow, {
    ...{ path: `/treasury/bank-statements/${statement}/rejected`, query },
  })

/** Downloads the rows of a statement that could not be read, as they came, with their reasons. */
export const useDownloadRejected = (statement: number) =>
  useMutation({
    mutationFn: async () => {
      const call = api.file('GET', `/treasury/bank-statements/${statement}/rejected.xlsx`)
      const { blob } = await withErrorText(call, 'No se pudo descargar el archivo.')
      saveFile(blob, `estado-de-cuenta-sin-leer-${statement}.xlsx`)
    },
  })

/** A match proves payments of loans and closes the requests for their vouchers. */
const useRefreshMatches = () => useRefresh('bank', 'loan', 'approval')

/** Matches a line with payments. */
export const useMatch = (line: number) =>
  useMutation({
    mutationFn: (payments: number[]) =>
      withErrorText(
        api.post(bankLine, `/treasury/bank-lines/${line}/payments`, {
          body: z.encode(matchBody, { payments }),
        }),
        'No se pudo conciliar.',
      ),
    onSettled: useRefreshMatches(),
  })

/** Takes a payment from its line. */
export const useUnmatch = (line: number) =>
  useMutation({
    mutationFn: (payment: number) =>
      withErrorText(
        api.delete(bankLine, `/treasury/bank-lines/${line}/payments/${payment}`),
        'No se pudo deshacer la conciliación.',
      ),
    onSettled: useRefreshMatches(),
  })

/** Says why a line is no payment. */
export const useExplain = (line: number) =>
  useMutation({
    mutationFn: (body: z.output<typeof explanationBody>) =>
      withErrorText(
        api.post(noContent, `/treasury/bank-lines/${line}/explain`, { body }),
        'No se pudo guardar lo que es el movimiento.',
      ),
    onSuccess: useRefresh('bank'),
  })

/** Takes the explanation of a line back. */
export const useUnexplain = (line: number) =>
  useMutation({
    mutationFn: () =>
      withErrorText(
        api.delete(noContent, `/treasury/bank-lines/${line}/explain`),
        'No se pudo deshacer la explicación.',
      ),
    onSettled: useRefresh('bank'),
  })
