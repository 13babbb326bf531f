import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wholePicture } from './crop.ts'
import { SheetEditor } from './sheet-editor.tsx'

test('shows an error and disables Listo if the device cannot turn the photo', async () => {
  const photo = { url: 'blob:gone', width: 1200, height: 1600 }
  const page = { url: 'blob:page', jpeg: new Uint8Array(), width: 1200, height: 1600 }
  render(
    <MantineProvider env="test">
      <SheetEditor
        sheet={{ id: 1, turns: 1, crop: wholePicture, photo, page }}
        number={1}
        onDone={() => undefined}
      />
    </MantineProvider>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('Tu teléfono no pudo mostrar la foto.')
  expect(screen.getByRole('button', { name: 'Listo' })).toBeDisabled()
  expect(screen.queryByLabelText('Girando la foto')).toBeNull()
})
