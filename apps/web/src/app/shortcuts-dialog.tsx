import { Switch } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { listPageCommands } from '../lib/page-commands.ts'
import { store } from '../lib/storage.ts'
import { areShortcutsOn, goKeys } from './shortcuts.ts'
import classes from './shortcuts-dialog.module.css'

interface Shortcut {
  keys: readonly string[]
  label: string
}

const always: readonly Shortcut[] = [
  { keys: ['Ctrl', 'K'], label: 'Buscar todo y ejecutar comandos' },
  { keys: ['↑', '↓'], label: 'Mover entre las filas de una lista' },
  { keys: ['Enter'], label: 'Abrir la fila' },
  { keys: ['Espacio'], label: 'Seleccionar la fila, donde hay casillas' },
  { keys: ['Ctrl', 'Z'], label: 'Deshacer una decisión, durante 5 segundos' },
  { keys: ['Esc'], label: 'Cerrar un diálogo o borrar la búsqueda' },
]

const singleKeys: readonly Shortcut[] = [
  { keys: ['/'], label: 'Buscar en esta pantalla' },
  { keys: ['J'], label: 'Fila siguiente' },
  { keys: ['K'], label: 'Fila anterior' },
  { keys: ['X'], label: 'Seleccionar la fila' },
  { keys: ['Z'], label: 'Deshacer una decisión, durante 5 segundos' },
  { keys: ['?'], label: 'Ver los atajos' },
  ...Object.entries(goKeys).map(([key, { label }]) => ({
    keys: ['G', key.toUpperCase()],
    label: `Ir a ${label}`,
  })),
]

const ofScreen = (): Shortcut[] =>
  listPageCommands().flatMap(({ key, label }) =>
    key === undefined ? [] : [{ keys: [key.toUpperCase()], label }],
  )

function Shortcuts({ title, list }: { title: string; list: readonly Shortcut[] }) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.list}>
        {list.map(({ keys, label }) => (
          <div key={label} className={classes.line}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key} className={classes.key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Lists the keyboard shortcuts and turns those of a single key off on this device. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setIsOn] = useState(areShortcutsOn)
  const [screenKeys] = useState(ofScreen)
  const turn = (on: boolean) => {
    store('shortcuts', on ? null : 'off')
    setIsOn(on)
  }
  return (
    <Dialog opened onClose={onClose} title="Atajos de teclado" size={560}>
      <Switch
        label="Usar atajos de una sola tecla"
        description="Apágalos si dictas por voz o si los activas sin querer. Se guarda en este equipo."
        checked={isOn}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      {isOn && screenKeys.length > 0 && <Shortcuts title="En esta pantalla" list={screenKeys} />}
      <Shortcuts title="Siempre" list={always} />
      {isOn && <Shortcuts title="De una sola tecla" list={singleKeys} />}
    </Dialog>
  )
}
