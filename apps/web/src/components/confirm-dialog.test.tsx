import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'

function draw(onConfirm: () => unknown, onClose: () => void, tone: 'normal' | 'danger' = 'normal') {
  render(
    <MantineProvider env="test">
      <ConfirmDialog
        opened
        title="¿Eliminar crédito?"
        confirmLabel="Sí, eliminar"
        tone={tone}
        onConfirm={onConfirm}
        onClose={onClose}
      />
    </MantineProvider>,
  )
}

test('two taps confirm once, and the dialog closes after success', async () => {
  const [onClose, pending] = [vi.fn(), Promise.withResolvers<void>()]
  const onConfirm = vi.fn(() => pending.promise)
  draw(onConfirm, onClose)
  const button = await screen.findByRole('button', { name: 'Sí, eliminar' })
  await userEvent.click(button)
  await userEvent.click(button)
  expect(onConfirm).toHaveBeenCalledTimes(1)
  expect(onClose).not.toHaveBeenCalled()
  pending.resolve()
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1), 10_000)
})

test('stays open when onConfirm fails', async () => {
  const onClose = vi.fn()
  draw(() => Promise.reject(new Error('no')), onClose)
  await userEvent.click(await screen.findByRole('button', { name: 'Sí, eliminar' }))
  expect(onClose).not.toHaveBeenCalled()
})

test.each([
  ['normal', 'Sí, eliminar'],
  ['danger', 'Cancelar'],
] as const)('the first focus of a %s dialog is on «%s»', async (tone, name) => {
  draw(vi.fn(), vi.fn(), tone)
  const button = await screen.findByRole('button', { name })
  await vi.waitFor(() => expect(document.activeElement).toBe(button), 10_000)
})
