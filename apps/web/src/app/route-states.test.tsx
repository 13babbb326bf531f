import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { RouteError } from './route-states.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

const show = () =>
  render(
    <MantineProvider>
      <RouteError
        error={new TypeError('Failed to fetch dynamically imported module')}
        reset={() => undefined}
      />
    </MantineProvider>,
  )

test('a screen that was never opened says without a network that it needs one, and offers no reload', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  show()
  expect(screen.getByRole('status')).toHaveTextContent(
    'Necesitas conexión para abrir esta pantallaLa abrimos en cuanto vuelva.',
  )
  expect(screen.queryByRole('button')).toBeNull()
})

test('with a network, an error of a screen offers to load it again', () => {
  show()
  expect(screen.getByRole('alert')).toHaveTextContent('No pudimos abrir esta pantalla')
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeVisible()
})
