import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith } from '../../../test/server.ts'
import { FeedbackForm } from './feedback-form.tsx'

afterEach(() => vi.unstubAllGlobals())

test('asks for one of the faces if only a message was written, and sends nothing', async () => {
  const calls = answerWith({})
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <FeedbackForm />
      </QueryClientProvider>
    </MantineProvider>,
  )
  fireEvent.change(screen.getByLabelText('Cuéntanos más (opcional)'), { target: { value: 'Todo bien' } })
  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Elige cómo te ha ido.')
  expect(calls).toHaveLength(0)
})
