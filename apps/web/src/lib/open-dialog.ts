/** Attribute of a dialog's content: one that is closing does not take the keys of the page below it. */
export const openState = (isOpen: boolean) => ({ 'data-open': isOpen })

/** A dialog that is not closing. */
export const openDialog = '[role=dialog]:not([data-open=false])'
