import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { AmountPrompt } from './amount-prompt.tsx'

test.each(['abc', '-5', '1e5', ''])('says what to type after «%s», and takes no amount', async (text) => {
  const onAmount = vi.fn()
  render(
    <MantineProvider env="test">
      <AmountPrompt
        type="credit"
        min={0}
        max={5_100_000}
        opened
        onAmount={onAmount}
        onClose={() => undefined}
      />
    </MantineProvider>,
  )
  const field = await screen.findByLabelText('Ingrese el importe del crédito')
  await userEvent.type(field, `${text}{Enter}`)
  expect(field).toHaveAccessibleDescription(/Escribe solo números, por ejemplo 5,000\. Hasta \$51,000\.00/)
  expect(field).toHaveAccessibleDescription(/Ocurrió un error al intentar ingresar el importe/)
  expect(onAmount).not.toHaveBeenCalled()
})
