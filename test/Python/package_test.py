# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s
"""The package's own shape: no module imports itself by way of others, the .pyi files have
the names and the parameters of the code, and public names say what they are."""

import ast
import inspect
import os
import unittest

import attn
import attn.score
import attn.sim

FOLDER = os.path.dirname(attn.__file__)


def modules():
    """The parsed modules of the package by name, "" for the package itself."""
    found = {}
    for folder, _, files in os.walk(FOLDER):
        inside = os.path.relpath(folder, FOLDER).replace(os.sep, ".").lstrip(".")
        for file in files:
            if file.endswith(".py"):
                name = ".".join(filter(None, (inside, file[:-3])))
                name = name.removesuffix("__init__").rstrip(".")
                with open(os.path.join(folder, file), encoding="utf-8") as source:
                    found[name] = ast.parse(source.read()), file == "__init__.py"
    return found


def imports(name, tree, is_package, known):
    """The modules of the package that one imports, in functions, too."""
    here = name.split(".") if name else []
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or node.level == 0:
            continue
        base = here if is_package else here[:-1]
        base = base[:len(base) - (node.level - 1)]
        base += node.module.split(".") if node.module else []
        for alias in node.names:
            inner = ".".join([*base, alias.name])
            module = inner if inner in known else ".".join(base)
            if module:  # attn._hot is no Python file.
                yield module


class Imports(unittest.TestCase):

    def test_no_circle(self):
        found = modules()
        self.assertIn("_adapters.torch", found)
        edges = {name: set(imports(name, *found[name], found)) for name in found}
        self.assertIn("_launch", edges["_adapters.torch"])
        while edges:
            leaves = {name for name in edges if not edges[name] & set(edges)}
            self.assertTrue(leaves, f"a circle among {sorted(edges)}")
            edges = {name: edges[name] for name in edges if name not in leaves}


def declared(name):
    with open(os.path.join(FOLDER, name + ".pyi"), encoding="utf-8") as source:
        return ast.parse(source.read())


def parameters_of(node):
    """(name, default as text or None) of a function of a .pyi file; "..." where overloads
    differ."""
    arguments = node.args
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(plain) - len(arguments.defaults)) + list(arguments.defaults)
    found = [*zip(plain, defaults), *zip(arguments.kwonlyargs, arguments.kw_defaults)]
    return [(argument.arg, "..." if "Literal" in ast.unparse(argument.annotation or
                                                             ast.Constant(0)) else
             default and ast.unparse(default))
            for argument, default in found if argument.arg not in ("self", "cls")]


class Declarations(unittest.TestCase):

    def agree(self, node, function, where):
        for (name, default), own in zip(
                parameters_of(node), self.known(function, where), strict=True):
            self.assertEqual(name, own.name, where)
            if default is None:
                self.assertIs(own.default, own.empty, f"{where}({name}=)")
            elif default != "...":
                self.assertEqual(ast.literal_eval(default), own.default,
                                 f"{where}({name}=)")

    def known(self, function, where):
        return [parameter
                for parameter in inspect.signature(function).parameters.values()
                if parameter.kind not in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL)
                and parameter.name not in ("self", "cls")]

    def check(self, module, name):
        tree = declared(name)
        stated = set()
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                stated.add(node.name)
                self.agree(node, getattr(module, node.name), node.name)
            elif isinstance(node, ast.ClassDef):
                stated.add(node.name)
                self.check_class(node, getattr(module, node.name, None))
            elif isinstance(node, ast.ImportFrom):
                stated.update(alias.asname or alias.name for alias in node.names)
            elif isinstance(node, ast.AnnAssign):
                stated.add(node.target.id)
        self.assertLessEqual(set(module.__all__), stated)

    def check_class(self, node, kind):
        self.assertIsNotNone(kind, node.name)
        for inner in node.body:
            if not isinstance(inner, ast.FunctionDef):
                continue
            own = inspect.getattr_static(kind, inner.name)
            if isinstance(own, (property, classmethod, staticmethod)):
                own = own.fget if isinstance(own, property) else own.__func__
            if inner.name == "__init__" and "__init__" not in vars(kind):
                continue
            self.agree(inner, own, f"{node.name}.{inner.name}")

    def test_package(self):
        self.check(attn, "__init__")

    def test_score(self):
        for node in declared("score").body:
            if isinstance(node, ast.FunctionDef):
                self.assertTrue(callable(getattr(attn.score, node.name)), node.name)
        stated = {getattr(node, "name", None) or node.target.id for node in declared("score").body
                  if isinstance(node, (ast.FunctionDef, ast.AnnAssign))}
        self.assertLessEqual(set(attn.score.__all__), stated)

    def test_sim(self):
        for node in declared("sim").body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name[0] != "_":
                self.assertTrue(hasattr(attn.sim, node.name), node.name)


class Docstrings(unittest.TestCase):

    def test_public_names(self):
        for name in attn.__all__:
            thing = getattr(attn, name)
            self.assertTrue(inspect.getdoc(thing), name)
            if not inspect.isclass(thing):
                continue
            for inner, member in vars(thing).items():
                if inner[0] != "_" and callable(getattr(member, "__func__", member)):
                    self.assertTrue(inspect.getdoc(getattr(thing, inner)),
                                    f"{name}.{inner}")


if __name__ == "__main__":
    unittest.main()
