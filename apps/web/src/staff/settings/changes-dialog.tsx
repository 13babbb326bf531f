import { IconArrowRight } from '@tabler/icons-react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { effects, type NumberSetting, type SettingName, settingLabels, valueText } from './setting-words.ts'
import classes from './settings-page.module.css'
import type { SettingsFormState } from './use-settings-form.ts'

const hasEffect = (name: SettingName): name is NumberSetting => Object.hasOwn(effects, name)

/** Lists each change with its old and new value and asks for confirmation before saving. */
export function ChangesDialog({ state }: { state: SettingsFormState }) {
  const { changes, typed, isConfirmOpen, closeConfirm, save } = state
  return (
    <ConfirmDialog
      opened={isConfirmOpen}
      title="¿Guardar la configuración?"
      text="Cuenta para todos desde este momento."
      confirmLabel="Guardar"
      onConfirm={save}
      onClose={closeConfirm}
    >
      <ul className={classes.changes} aria-label="Cambios">
        {changes.map(({ name, before, after }) => (
          <li key={name}>
            <span className={classes.changed}>{settingLabels[name]}</span>
            <span className={classes.values}>
              {valueText(before)}
              <IconArrowRight size={16} stroke={1.75} aria-label="a" />
              <strong>{valueText(after)}</strong>
            </span>
            {typed !== undefined && hasEffect(name) && (
              <span className={classes.effect}>{effects[name](typed)}</span>
            )}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
