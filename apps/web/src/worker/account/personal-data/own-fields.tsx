import { NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { STATES } from '@quincena/domain/mexico/states'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import type { OwnData } from './use-own-data.ts'

const digits = (text: string, count: number) => text.replace(/[^0-9]/g, '').slice(0, count)

const reasons = {
  email: 'La pedimos porque con tu correo entras a tu cuenta. Avisaremos al correo anterior.',
  phone: 'La pedimos porque a tu teléfono pueden llegar códigos para firmar.',
}

/** Contact fields. A new e-mail and a new phone need the password, for the reason that is shown. */
export function ContactFields({ own: { form, password_for } }: { own: OwnData }) {
  return (
    <>
      <TextInput
        size="lg"
        label="Teléfono"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        {...form.getInputProps('phone')}
        onChange={(event) => form.setFieldValue('phone', digits(event.currentTarget.value, 10))}
      />
      <TextInput
        size="lg"
        label="Correo electrónico"
        type="email"
        autoComplete="email"
        maxLength={TEXT_LIMITS.email}
        {...form.getInputProps('email')}
      />
      {password_for !== null && (
        <PasswordInput
          size="lg"
          label="Contraseña actual"
          description={reasons[password_for]}
          autoComplete="current-password"
          maxLength={TEXT_LIMITS.password}
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar lo escrito', tabIndex: 0 }}
          {...form.getInputProps('current_password')}
        />
      )}
    </>
  )
}

const states: string[] = STATES.map(({ name }) => name)

/** Address fields. */
export function HomeFields({ own: { form } }: { own: OwnData }) {
  const isListed = form.values.state === '' || states.includes(form.values.state)
  return (
    <>
      <TextInput
        size="lg"
        label="Dirección"
        autoComplete="street-address"
        maxLength={250}
        {...form.getInputProps('address')}
      />
      <TextInput
        size="lg"
        label="Colonia"
        autoComplete="address-level3"
        maxLength={120}
        {...form.getInputProps('neighborhood')}
      />
      <TextInput
        size="lg"
        label="Código postal"
        inputMode="numeric"
        autoComplete="postal-code"
        {...form.getInputProps('zip_code')}
        onChange={(event) => form.setFieldValue('zip_code', digits(event.currentTarget.value, 5))}
      />
      <TextInput
        size="lg"
        label="Ciudad"
        autoComplete="address-level2"
        maxLength={120}
        {...form.getInputProps('city')}
      />
      <NativeSelect
        size="lg"
        label="Estado"
        autoComplete="address-level1"
        data={[
          { value: '', label: 'Selecciona un estado' },
          ...(isListed ? [] : [form.values.state]),
          ...states,
        ]}
        {...form.getInputProps('state')}
      />
    </>
  )
}
