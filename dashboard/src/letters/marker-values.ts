/** What was typed for a marker, which may have a name that every object has, such as `toString`. */
export const valueOfMarker = (variables: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(variables, name) ? variables[name]! : '';

/** The values of the markers, each by its name. */
export const valuesOfMarkers = (
  variables: Readonly<Record<string, string>>,
  markers: readonly string[],
): Record<string, string> => Object.fromEntries(markers.map((name) => [name, valueOfMarker(variables, name)]));
