// Tells whether rows of a matrix that a file holds are rows: the file may have been cut short, edited, or be of another version.
import {isJsonList, isJsonObject, type Json} from '../../model/json.ts';
import type {FaultRow} from './kill-matrix.ts';

/** Whether all of these are rows with everything that pages and the next run read of them. */
export function areFaultRows(rows: Json): rows is Json & readonly (FaultRow & {readonly isNoticed: boolean})[] {
  return isJsonList(rows) && rows.every(isRow);
}

function isRow(row: Json): boolean {
  if (!isJsonObject(row)) return false;
  const {fault, ran, noticed, refusal, standing, isNoticed} = row;
  return (
    isJsonObject(fault) &&
    ['name', 'requirement', 'basis', 'says'].every(key => typeof fault[key] === 'string') &&
    [fault['role'], fault['noticedBy'], refusal, standing].every(isTextIfThere) &&
    [fault['rules'], fault['carries']].every(list => list === undefined || areTexts(list)) &&
    typeof ran === 'number' &&
    typeof isNoticed === 'boolean' &&
    isJsonList(noticed) &&
    noticed.every(isNoticedCase)
  );
}

function isNoticedCase(one: Json): boolean {
  if (!isJsonObject(one)) return false;
  const {case: id, proves, verdict, detail, narrowed} = one;
  return [id, verdict, detail].every(value => typeof value === 'string') && areTexts(proves) && isTextIfThere(narrowed);
}

/** Whether a value is a list of texts. */
export function areTexts(value: Json | undefined): value is readonly string[] {
  return isJsonList(value) && value.every(item => typeof item === 'string');
}

function isTextIfThere(value: Json | undefined): boolean {
  return value === undefined || typeof value === 'string';
}
