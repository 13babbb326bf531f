import { MantineProvider, TextInput } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { FormDialog } from './form-dialog.tsx'

interface ShortFormProps {
  onSubmit: () => Promise<unknown>
  onClose: () => void
}

/** A form whose field shows an error on blur, which moves the buttons down. */
function ShortForm(props: ShortFormProps) {
  const [error, setError] = useState<string | null>(null)
  return (
    <FormDialog opened title="Nota" submitLabel="Guardar" {...props}>
      <TextInput label="Motivo" error={error} onBlur={() => setError('Escribe el motivo')} />
    </FormDialog>
  )
}

function open() {
  const onSubmit = vi.fn(async () => false)
  const onClose = vi.fn()
  render(
    <MantineProvider>
      <ShortForm onSubmit={onSubmit} onClose={onClose} />
    </MantineProvider>,
  )
  return { onSubmit, onClose }
}

test('a click on a button keeps the focus in the field, so that no error moves the button', async () => {
  const { onSubmit, onClose } = open()
  const field = screen.getByLabelText('Motivo')
  await userEvent.click(field)
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(onSubmit).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(field)
  expect(screen.queryByText('Escribe el motivo')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('the Tab key leaves the field, shows its error and reaches the button', async () => {
  const { onSubmit } = open()
  await userEvent.click(screen.getByLabelText('Motivo'))
  await userEvent.tab()
  expect(screen.getByText('Escribe el motivo')).toBeVisible()
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Guardar' }))
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})
