import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../lib/api-error.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { toast } from './toast.tsx'

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

test('stays open with the reason in view when onConfirm fails, and can be repeated', async () => {
  const [onClose, scroll] = [vi.fn(), vi.spyOn(Element.prototype, 'scrollIntoView')]
  const refused = new ApiError({ status: 403, code: 'x', detail: 'Lo aprueba otra persona.' })
  draw(vi.fn().mockRejectedValueOnce(refused).mockResolvedValueOnce(undefined), onClose)
  await userEvent.click(await screen.findByRole('button', { name: 'Sí, eliminar' }))
  expect(within(await screen.findByRole('alert')).getByText('Lo aprueba otra persona.')).toBeVisible()
  expect(scroll).toHaveBeenCalled()
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Sí, eliminar' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1), 10_000)
})

test('says the reason in a toast when refreshed data removes the dialog', async () => {
  const say = vi.spyOn(toast, 'error')
  const refused = new ApiError({ status: 409, code: 'x', detail: 'Ya no está por autorizar.' })
  draw(vi.fn().mockRejectedValue(refused), vi.fn())
  await userEvent.click(await screen.findByRole('button', { name: 'Sí, eliminar' }))
  expect(await screen.findByText('Ya no está por autorizar.')).toBeVisible()
  expect(say).not.toHaveBeenCalled()
  cleanup()
  expect(say).toHaveBeenCalledWith(refused)
})

test.each([
  ['normal', 'Sí, eliminar'],
  ['danger', 'Cancelar'],
] as const)('the first focus of a %s dialog is on «%s»', async (tone, name) => {
  draw(vi.fn(), vi.fn(), tone)
  const button = await screen.findByRole('button', { name })
  await vi.waitFor(() => expect(document.activeElement).toBe(button), 10_000)
})
