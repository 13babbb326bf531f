import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildRefusal } from '../../test/server.ts'
import { ExportMenu } from './export-menu.tsx'
import { Toasts } from './toast.tsx'

const save = vi.hoisted(() => vi.fn<(file: Blob, name: string) => void>())
vi.mock('../lib/save-file.ts', () => ({ saveFile: save }))

afterEach(() => {
  cleanup()
  save.mockClear()
  vi.unstubAllGlobals()
})

function show(count = 3) {
  render(
    <MantineProvider env="test">
      <Toasts />
      <ExportMenu path="/loan/export" filters={{ type: 'credit', status: 'INA', page: 4 }} count={count} />
    </MantineProvider>,
  )
}

async function choose(name: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Exportar' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

test('exports all pages of the filtered list and saves the file under the server’s name', async () => {
  const headers = {
    'Content-Type': 'text/csv',
    'Content-Disposition': 'attachment; filename="Solicitudes.csv"',
  }
  const calls = answerWith({ 'GET /loan/export': new Response('Folio\r\nC-000001\r\n', { headers }) })
  show()
  await choose('CSV (.csv)')
  await vi.waitFor(() => expect(save).toHaveBeenCalledOnce(), 10_000)
  expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({ type: 'credit', status: 'INA', format: 'csv' })
  const [file, name] = save.mock.calls[0] ?? []
  expect([await file?.text(), name]).toEqual(['Folio\r\nC-000001\r\n', 'Solicitudes.csv'])
  expect(await screen.findByText('El archivo está listo.')).toBeVisible()
})

test('shows the progress and cancels the export', async () => {
  let sendChunk: (text: string) => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      sendChunk = (text) => controller.enqueue(new TextEncoder().encode(text))
    },
  })
  vi.stubGlobal('fetch', async () => new Response(body))
  show()
  await choose('Excel (.xlsx)')
  expect(await screen.findByText('Preparando…')).toBeVisible()
  sendChunk('x'.repeat(1_500_000))
  expect(await screen.findByText('Exportando… 1.5 MB')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar exportación' }))
  expect(await screen.findByRole('button', { name: 'Exportar' })).toBeVisible()
  expect(save).not.toHaveBeenCalled()
})

test('shows a refusal and never saves an incomplete file', async () => {
  answerWith({ 'GET /loan/export': buildRefusal(503, 'export.busy', 'Hay varias exportaciones en curso.') })
  show()
  await choose('Excel (.xlsx)')
  expect(await screen.findByText('Hay varias exportaciones en curso.')).toBeVisible()
  const brokenStream = new ReadableStream({ pull: (controller) => controller.error(new TypeError('cut')) })
  vi.stubGlobal('fetch', async () => new Response(brokenStream))
  await choose('Excel (.xlsx)')
  expect(await screen.findByText(/No hay conexión/)).toBeVisible()
  expect(save).not.toHaveBeenCalled()
})

test('is disabled for an empty list', () => {
  show(0)
  expect(screen.getByRole('button', { name: 'Exportar' }).hasAttribute('disabled')).toBe(true)
})
