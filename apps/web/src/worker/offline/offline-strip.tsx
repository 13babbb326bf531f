import { IconCloudOff } from '@tabler/icons-react'
import classes from './offline-strip.module.css'
import { seenText } from './seen-words.ts'

/** Says that the device is offline, when the shown data was loaded, and which functions need a connection. */
export function OfflineStrip({ at }: { at: string | null }) {
  return (
    <p className={classes.strip} role="status">
      <IconCloudOff size={20} stroke={1.75} aria-hidden />
      <span>
        {at === null ? 'Sin conexión.' : seenText(at, new Date().toISOString())}
        <span className={classes.cannot}>
          No puedes pedir, firmar ni descargar nada hasta que vuelva la conexión.
        </span>
      </span>
    </p>
  )
}
