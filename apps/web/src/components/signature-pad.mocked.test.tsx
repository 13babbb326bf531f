import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SignaturePad } from './signature-pad.tsx'

// jsdom draws nothing.
vi.mock('signature_pad', () => ({
  default: class {
    addEventListener() {}
    clear() {}
    off() {}
  },
}))

test.each([
  [true, 'takes the focus'],
  [false, 'leaves the focus where it is'],
])('hasFirstFocus %s: the pad %s', (hasFirstFocus) => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  render(
    <MantineProvider env="test">
      <SignaturePad name="María López" onSigned={() => undefined} hasFirstFocus={hasFirstFocus} />
    </MantineProvider>,
  )
  const sheet = screen.getByRole('img', { name: /^Espacio para firmar/ })
  expect(document.activeElement === sheet).toBe(hasFirstFocus)
})
