import { MantineProvider, NumberInput, PasswordInput, Radio, Select, TextInput } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { theme } from './theme.ts'

test('the label of a required field is its text alone; the asterisk is not in the text', () => {
  render(
    <MantineProvider theme={theme} env="test">
      <TextInput label="Nombre" withAsterisk />
      <NumberInput label="Sueldo" required />
      <PasswordInput label="Contraseña" withAsterisk />
      <Select label="Estado" required data={[]} />
      <Radio.Group label="Tipo" withAsterisk>
        <Radio label="Gerente" />
      </Radio.Group>
      <TextInput label="Sitio web" />
      <TextInput label="Ciudad" required withAsterisk={false} />
    </MantineProvider>,
  )
  const isMarked = (label: string) => screen.getByText(label).classList.contains('q-required')
  expect(['Nombre', 'Sueldo', 'Contraseña', 'Estado', 'Tipo'].map(isMarked)).toEqual(Array(5).fill(true))
  expect(['Sitio web', 'Ciudad', 'Gerente'].map(isMarked)).toEqual([false, false, false])
  for (const label of ['Nombre', 'Sueldo', 'Contraseña']) expect(screen.getByLabelText(label)).toBeVisible()
})
