import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { webCallProblems } from './web-calls.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'web-calls-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function problemsOf(file: string, text: string): string[] {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
  return webCallProblems(root)
}

test.each([
  ['staff/loans/api.ts', "queryOptions({ queryKey: ['loans', 'list', query] })", 'lib/keys.ts'],
  ['worker/push/push-row.tsx', "const queryKey = ['push-state', id]", 'lib/keys.ts'],
  ['staff/loans/api.ts', "client.setQueryData(['loans', 'detail', id], loan)", 'lib/keys.ts'],
  ['staff/loans/api.ts', "client.getQueryData<Loan>(\n  ['loans', 'detail', id])", 'lib/keys.ts'],
  ['staff/loans/api.ts', 'client.invalidateQueries({ queryKey: keys.loans.all })', 'useRefresh'],
  ['staff/loans/loans-page.tsx', "api.get(loan, '/loan/3')", 'api.ts beside it'],
  ['worker/document/use-uploads.tsx', "uploadForm(documentRow, '/documents/', { form })", 'api.ts beside it'],
])('refuses %s with %s', (file, text, advice) => {
  expect(problemsOf(file, text)).toEqual([expect.stringContaining(advice)])
})

test.each([
  ['lib/keys.ts', "const queryKey = ['loans']"],
  ['lib/refresher.ts', 'client.invalidateQueries({ queryKey })'],
  ['lib/events.ts', 'client.invalidateQueries()'],
  ['staff/loans/api.ts', "queryOptions({ queryKey: keys.loans.list(query) }); api.get(loan, '/loan/3')"],
  ['lib/log.test.ts', "const queryKey = ['users']"],
])('accepts %s with %s', (file, text) => {
  expect(problemsOf(file, text)).toEqual([])
})

test('the web app has no problem', () => {
  expect(webCallProblems(join(import.meta.dirname, '../apps/web/src'))).toEqual([])
})
