import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildRefusal } from '../../../../test/server.ts'
import { RequestSheet } from './request-sheet.tsx'

afterEach(() => vi.unstubAllGlobals())

const openSheet = () =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RequestSheet opened onClose={() => undefined} />
      </QueryClientProvider>
    </MantineProvider>,
  )

test('§7 ARCO: sends one request after two taps, and another one after a refusal', async () => {
  const calls = answerWith({ 'POST /privacy/requests': buildRefusal(422, 'unexpected', 'Algo salió mal.') })
  openSheet()
  fireEvent.change(await screen.findByLabelText('Derecho'), { target: { value: 'access' } })
  fireEvent.change(screen.getByLabelText('Qué datos y qué necesitas'), {
    target: { value: 'Todos mis datos' },
  })
  const button = screen.getByRole('button', { name: 'Enviar solicitud' })
  fireEvent.click(button)
  fireEvent.click(button)
  await vi.waitFor(() => expect(button.dataset.loading).toBeUndefined(), 10_000)
  expect(calls).toHaveLength(1)
  fireEvent.click(button)
  await vi.waitFor(() => expect(calls).toHaveLength(2), 10_000)
})

test('§7 ARCO: shows at each empty field what it needs, and sends nothing', async () => {
  const calls = answerWith({})
  openSheet()
  fireEvent.click(await screen.findByRole('button', { name: 'Enviar solicitud' }))
  expect(screen.getByLabelText('Derecho')).toHaveAccessibleDescription(
    'Elige el derecho que quieres ejercer.',
  )
  expect(screen.getByLabelText('Qué datos y qué necesitas')).toHaveAccessibleDescription(
    'Cuéntanos qué datos y qué necesitas.',
  )
  expect(calls).toHaveLength(0)
})
