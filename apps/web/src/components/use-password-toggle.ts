import { useDisclosure } from '@mantine/hooks'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'

/** Props of the password fields of a form: one toggle shows or hides all of them. */
export function usePasswordToggle() {
  const [visible, { toggle }] = useDisclosure(false)
  const label = visible ? 'Ocultar lo escrito' : 'Mostrar lo escrito'
  return {
    visible,
    onVisibilityChange: toggle,
    maxLength: TEXT_LIMITS.password,
    visibilityToggleButtonProps: { 'aria-label': label, tabIndex: 0 },
  }
}
