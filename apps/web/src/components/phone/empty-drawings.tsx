import classes from '../drawings.module.css'
import { Drawing } from '../drawings.tsx'

/** A disc in two halves, both still open: no loan yet. */
export function NoProductsDrawing() {
  return (
    <Drawing width={160}>
      <ellipse className={classes.ground} cx="120" cy="160" rx="84" ry="7" />
      <circle className={classes.soft} cx="120" cy="84" r="62" />
      <path className={classes.paper} d="M114 38a46 46 0 0 0 0 92z" />
      <path className={classes.outline} d="M114 38a46 46 0 0 0 0 92z" />
      <path className={classes.jade} d="M128 38a46 46 0 0 1 0 92z" />
      <path className={classes.line} d="M94 84H78M86 76v16" />
      <circle className={classes.marigold} cx="186" cy="46" r="8" />
    </Drawing>
  )
}

/** A sheet and a pen that has not written yet. */
export function NoRequestsDrawing() {
  return (
    <Drawing width={160}>
      <ellipse className={classes.ground} cx="120" cy="160" rx="84" ry="7" />
      <circle className={classes.soft} cx="120" cy="84" r="62" />
      <rect className={classes.paper} x="74" y="34" width="82" height="108" rx="8" />
      <rect className={classes.outline} x="74" y="34" width="82" height="108" rx="8" />
      <path className={classes.thin} d="M90 58h50M90 78h34" />
      <path className={classes.dashed} d="M90 120h34" />
      <path className={classes.jade} d="M188 62l14 14-54 54-20 6 6-20z" />
      <circle className={classes.marigold} cx="195" cy="48" r="8" />
    </Drawing>
  )
}

/** A tray with an arrow above it: nothing to download yet. */
export function NoDownloadsDrawing() {
  return (
    <Drawing width={160}>
      <ellipse className={classes.ground} cx="120" cy="160" rx="84" ry="7" />
      <circle className={classes.soft} cx="120" cy="84" r="62" />
      <path className={classes.jade} d="M112 34h16v44h20l-28 32-28-32h20z" />
      <path className={classes.paper} d="M58 116h34l10 14h36l10-14h34v30a8 8 0 0 1-8 8H66a8 8 0 0 1-8-8z" />
      <path className={classes.outline} d="M58 116h34l10 14h36l10-14h34v30a8 8 0 0 1-8 8H66a8 8 0 0 1-8-8z" />
      <circle className={classes.marigold} cx="180" cy="56" r="8" />
    </Drawing>
  )
}

/** A bell at rest. */
export function NoNotificationsDrawing() {
  return (
    <Drawing width={160}>
      <ellipse className={classes.ground} cx="120" cy="160" rx="84" ry="7" />
      <circle className={classes.soft} cx="120" cy="84" r="62" />
      <path className={classes.jade} d="M120 34a34 34 0 0 0-34 34v30l-12 18h46z" />
      <path className={classes.paper} d="M120 34a34 34 0 0 1 34 34v30l12 18h-46z" />
      <path
        className={classes.outline}
        d="M120 34a34 34 0 0 1 34 34v30l12 18H74l12-18V68a34 34 0 0 1 34-34z"
      />
      <path className={classes.line} d="M108 128a12 12 0 0 0 24 0" />
      <circle className={classes.marigold} cx="172" cy="48" r="8" />
    </Drawing>
  )
}

/** A heart above an open hand: no assistance yet. */
export function NoAssistancesDrawing() {
  return (
    <Drawing width={160}>
      <ellipse className={classes.ground} cx="120" cy="160" rx="84" ry="7" />
      <circle className={classes.soft} cx="120" cy="84" r="62" />
      <path className={classes.jade} d="M120 96L92 68a20 20 0 0 1 28-28z" />
      <path className={classes.paper} d="M120 96l28-28a20 20 0 0 0-28-28z" />
      <path className={classes.outline} d="M120 96L92 68a20 20 0 0 1 28-28 20 20 0 0 1 28 28z" />
      <path className={classes.line} d="M56 122c26-10 36 8 60 4l32-10M60 146h52c24 0 46-14 68-36" />
      <circle className={classes.marigold} cx="182" cy="50" r="8" />
    </Drawing>
  )
}

/** A coin between an arrow that comes and one that goes: no movement yet. */
export function NoMovementsDrawing() {
  return (
    <Drawing width={160}>
      <ellipse className={classes.ground} cx="120" cy="160" rx="84" ry="7" />
      <circle className={classes.soft} cx="120" cy="84" r="62" />
      <path className={classes.jade} d="M120 46a38 38 0 0 0 0 76z" />
      <path className={classes.paper} d="M120 46a38 38 0 0 1 0 76z" />
      <circle className={classes.outline} cx="120" cy="84" r="38" />
      <path className={classes.dashed} d="M134 84h14" />
      <path className={classes.line} d="M44 58h40l-10-10M84 58L74 68M156 112h40l-10-10M196 112l-10 10" />
      <circle className={classes.marigold} cx="178" cy="50" r="8" />
    </Drawing>
  )
}

/** A sheet without an amount, and a padlock: a request that is not possible yet. */
export function BlockedRequestDrawing() {
  return (
    <Drawing width={160}>
      <ellipse className={classes.ground} cx="120" cy="160" rx="84" ry="7" />
      <circle className={classes.soft} cx="120" cy="84" r="62" />
      <rect className={classes.paper} x="70" y="34" width="82" height="108" rx="8" />
      <rect className={classes.outline} x="70" y="34" width="82" height="108" rx="8" />
      <path className={classes.thin} d="M86 56h50M86 74h34" />
      <path className={classes.dashed} d="M86 116h34" />
      <path className={classes.line} d="M146 102V90a14 14 0 0 1 28 0v12" />
      <rect className={classes.jade} x="134" y="102" width="52" height="42" rx="8" />
      <circle className={classes.paper} cx="160" cy="122" r="5" />
      <circle className={classes.marigold} cx="186" cy="46" r="8" />
    </Drawing>
  )
}
