/** A text with the values it names as `{name}`; one without its value is a fault of ours, thrown before it is shown. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error(`a text without its ${name}: ${text}`);
    return String(value);
  });
}
