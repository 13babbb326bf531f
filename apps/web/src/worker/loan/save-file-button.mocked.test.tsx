import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanDetailOf } from '../../../test/loan.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openWorkerApp } from '../../../test/worker-screen.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { endSession } from '../../lib/session.ts'

vi.mock('../../lib/save-file.ts', () => ({ saveFile: vi.fn() }))
afterEach(() => {
  vi.mocked(saveFile).mockReset()
  endSession()
  vi.unstubAllGlobals()
})

const contract = {
  ...{ id: 4, kind: 'contract', filename: 'contrato.pdf', created_at: '2026-11-20T18:00:00Z', user: 7 },
  ...{ loan: 123, size_bytes: 9, sha256: 'ab', review: 'pending', reason: null, file: '/documents/4/file' },
}
const unclear = 'Algo salió mal. Intenta de nuevo.'

const pdf = () => new Response('%PDF-1.7', { headers: { 'Content-Type': 'application/pdf' } })

async function download(label: string, statement: Response) {
  answerWith({
    'GET /loan/123': loanDetailOf('active'),
    'GET /loan/123/statement': statement,
    'GET /documents/': buildPage(contract),
  })
  const api = globalThis.fetch
  vi.stubGlobal('fetch', async (input: Request | string) =>
    input === contract.file ? new Response(null, { status: 404 }) : api(input),
  )
  openWorkerApp('/app/credit-detail/123')
  await userEvent.click(await screen.findByRole('button', { name: label }))
}

test('shows the general Spanish text if the device cannot save the file', async () => {
  vi.mocked(saveFile).mockImplementation(() => {
    throw new Error('URL.createObjectURL failed')
  })
  await download('Estado de cuenta completo', pdf())
  expect(await screen.findByText(unclear)).toBeVisible()
})

test('shows the text of the download if the server fails', async () => {
  await download('Estado de cuenta completo', buildRefusal(500, 'unexpected', unclear))
  expect(await screen.findByText('Error al descargar el estado de cuenta.')).toBeVisible()
})

test('shows the text of the download if the link of the contract has expired', async () => {
  await download('Descargar Contrato', pdf())
  expect(await screen.findByText('Error al descargar el contrato.')).toBeVisible()
})
